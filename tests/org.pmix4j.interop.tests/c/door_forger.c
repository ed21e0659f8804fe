// SPDX-License-Identifier: EPL-2.0
// Sends a server a forged hello in the name of another process, and prints the reply.
//
// usage: door_forger PORT UID [NSPACE]
// Poses as a tool without a name, or as rank 0 of the namespace; claims user UID in the hello and in the credential.
// Prints "answer N bytes" after the server has closed the connection, which it may do before it has read the hello;
// exits with 0 if N is at most four, a status.

#include "peer.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>

enum { HEADER = 16, STATUS = 4 };

static unsigned char hello[1024];
static size_t length = HEADER;

static void put(const void *bytes, size_t count)
{
	memcpy(hello + length, bytes, count);
	length += count;
}

static void put_number(uint32_t number)
{
	uint32_t swapped = htonl(number);
	put(&swapped, sizeof swapped);
}

static void put_text(const char *text)
{
	put(text, strlen(text) + 1);
}

int main(int argc, char **argv)
{
	struct sockaddr_in server = {.sin_family = AF_INET, .sin_port = htons((uint16_t) peer_argument(argc, argv, 1, 0)),
			.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	uint32_t credential[2] = {(uint32_t) peer_argument(argc, argv, 2, 0), 0};
	const unsigned char flag = argc > 3 ? 0 : 3;
	size_t answered = 0;
	char answer[1024];
	peer_start("door_forger");
	put_text("native");
	put_number(sizeof credential);
	put(credential, sizeof credential);
	put(&flag, 1);
	if (flag == 0) {
		put_text(argv[3]);
		put_number(0);
	} else {
		put_number(credential[0]);
		put_number(credential[1]);
	}
	put_text("5.0.11");
	put_text("v41");
	put("\1", 1);
	put_text("hash");
	memset(hello, 0xff, 8);
	hello[8] = (unsigned char) (length - HEADER);
	int connection = socket(AF_INET, SOCK_STREAM, 0);
	if (connect(connection, (struct sockaddr *) &server, sizeof server) != 0
			|| (send(connection, hello, length, MSG_NOSIGNAL) != (ssize_t) length && errno != ECONNRESET && errno != EPIPE)) {
		perror("door_forger");
		return EXIT_FAILURE;
	}
	peer_step("answer");
	for (ssize_t count = 1; count > 0 && answered <= STATUS; answered += count > 0 ? (size_t) count : 0)
		count = read(connection, answer, sizeof answer);
	printf("answer %zu bytes\n", answered);
	return answered <= STATUS ? EXIT_SUCCESS : EXIT_FAILURE;
}
