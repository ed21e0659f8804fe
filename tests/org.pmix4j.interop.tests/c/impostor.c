// SPDX-License-Identifier: EPL-2.0
// Listens at a port like a server that has died, and reports what it is sent.
//
// usage: impostor PORT
// Prints "PORT PID" when it listens; port 0 picks one. Then prints "received N bytes" when a connection has ended. Sends nothing.

#include "peer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

int main(int argc, char **argv)
{
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t) peer_argument(argc, argv, 1, 0)),
			.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t length = sizeof address;
	int reuse = 1;
	int listener = socket(AF_INET, SOCK_STREAM, 0);
	peer_start("impostor");
	if (setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &reuse, sizeof reuse) != 0
			|| bind(listener, (struct sockaddr *) &address, sizeof address) != 0 || listen(listener, 16) != 0
			|| getsockname(listener, (struct sockaddr *) &address, &length) != 0) {
		perror("impostor");
		return EXIT_FAILURE;
	}
	printf("%d %ld\n", ntohs(address.sin_port), (long) getpid());
	fflush(stdout);
	peer_step("wait for connections");
	while (true) {
		char bytes[4096];
		long total = 0;
		int connection = accept(listener, NULL, NULL);
		for (ssize_t count = 0; (count = read(connection, bytes, sizeof bytes)) > 0;)
			total += count;
		close(connection);
		printf("received %ld bytes\n", total);
		fflush(stdout);
	}
}
