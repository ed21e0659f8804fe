// SPDX-License-Identifier: EPL-2.0
// Floods a server with connections that send all but the last byte of the longest hello, and holds them.
//
// usage: door_flood PORT CONNECTIONS HELD
// Opens the connections one after the other, and closes the oldest one when more than HELD are open. Prints "flooded" after the last one,
// then holds the open ones until its standard input ends.

#include "peer.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>

enum { ANNOUNCED = 65535, HEADER = 16 };

static unsigned char hello[HEADER + ANNOUNCED - 1];

int main(int argc, char **argv)
{
	struct sockaddr_in server = {.sin_family = AF_INET, .sin_port = htons((uint16_t) peer_argument(argc, argv, 1, 0)),
			.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	long connections = peer_argument(argc, argv, 2, 0);
	long held = peer_argument(argc, argv, 3, 1);
	uint32_t announced = ANNOUNCED;
	struct rlimit files;
	int *open = malloc((size_t) held * sizeof *open);
	peer_start("door_flood");
	if (open == NULL)
		return EXIT_FAILURE;
	getrlimit(RLIMIT_NOFILE, &files);
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
	memset(hello, 0xff, 8);
	memcpy(hello + 8, &announced, sizeof announced);
	for (long i = 0; i < connections; i++) {
		int connection = socket(AF_INET, SOCK_STREAM, 0);
		if (i >= held)
			close(open[i % held]);
		open[i % held] = connection;
		if (connection < 0 || connect(connection, (struct sockaddr *) &server, sizeof server) != 0) {
			perror("door_flood");
			return EXIT_FAILURE;
		}
		// the server may have closed the connection already
		(void) !send(connection, hello, sizeof hello, MSG_NOSIGNAL | MSG_DONTWAIT);
	}
	peer_step("wait");
	printf("flooded\n");
	fflush(stdout);
	while (getchar() != EOF)
		continue;
	return EXIT_SUCCESS;
}
