// SPDX-License-Identifier: EPL-2.0
// Opens many connections that never complete their hello, and then connects as the rank that it is.
//
// usage: pmix_crowd CONNECTIONS     prints how long PMIx_Init took despite them

#include "pmix_peer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

enum { HEADER = 16 };

static int connect_to(int port)
{
	struct sockaddr_in server = {.sin_family = AF_INET, .sin_port = htons((uint16_t) port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (connection < 0 || connect(connection, (struct sockaddr *) &server, sizeof server) != 0) {
		perror("pmix_crowd");
		exit(EXIT_FAILURE);
	}
	return connection;
}

int main(int argc, char **argv)
{
	const char *uri = getenv("PMIX_SERVER_URI41");
	const char *port = uri == NULL ? NULL : strrchr(uri, ':');
	unsigned char hello[HEADER];
	int crowd = peer_argument(argc, argv, 1, 90);
	if (port == NULL) {
		fprintf(stderr, "pmix_crowd: no server\n");
		return EXIT_FAILURE;
	}
	memset(hello, 0xff, sizeof hello);
	for (int i = 0; i < crowd; i++) {
		size_t part = (size_t) i % (HEADER / 2);
		if (write(connect_to(atoi(port + 1)), hello, part) != (ssize_t) part)
			perror("pmix_crowd");
	}
	double start = peer_now_us();
	peer_init("pmix_crowd");
	double init = peer_now_us() - start;
	peer_fence("fence", false);
	return peer_finalize("crowd=%d init_ms=%.0f", crowd, init / 1000);
}
