// SPDX-License-Identifier: EPL-2.0
// Speaks PMI-1 as it is told: sends each argument, with a line end behind it, and prints the reply to its last line.
//
// usage: pmix_pmi1 REQUEST... ; "wait" as a request waits for a signal, "env NAME" prints a variable, "pwd" the directory.
// The requests initack, init, get_maxes and get_my_kvsname come first unless the first argument is "raw". If it is "fd", the connection
// is that of PMI_FD, and there is no initack.
// KVS in a request stands for the name of the key-value space.

#include "peer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

enum { LINE = 4096 };

static FILE *server;
static char space[LINE];

static void receive(bool shows)
{
	char line[LINE];
	if (fgets(line, sizeof line, server) == NULL) {
		printf("%u: end of connection\n", peer_rank);
		fflush(stdout);
		exit(3);
	}
	line[strcspn(line, "\n")] = '\0';
	if (shows) {
		printf("%u: %s\n", peer_rank, line);
		fflush(stdout);
	}
	sscanf(line, "cmd=my_kvsname kvsname=%s", space);
}

static void send_request(const char *request)
{
	const char *place = strncmp(request, "cmd=", 4) == 0 ? strstr(request, "KVS") : NULL;
	fseek(server, 0, SEEK_CUR);
	if (place != NULL)
		fprintf(server, "%.*s%s%s\n", (int) (place - request), request, space, place + 3);
	else
		fprintf(server, "%s\n", request);
	fflush(server);
	fseek(server, 0, SEEK_CUR);
}

static void exchange(const char *request, bool shows)
{
	send_request(request);
	if (strncmp(request, "cmd=abort", 9) == 0)
		for (;;)
			pause();
	for (int lines = strncmp(request, "cmd=initack", 11) == 0 ? 4 : 1; lines > 0; lines--)
		receive(shows);
}

static void connect_to_server(void)
{
	const char *colon = strchr(getenv("PMI_PORT"), ':');
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t) atoi(colon + 1))};
	int end = socket(AF_INET, SOCK_STREAM, 0);
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (connect(end, (struct sockaddr *) &address, sizeof address) != 0) {
		perror("connect");
		exit(1);
	}
	server = fdopen(end, "r+");
	setvbuf(server, NULL, _IOFBF, LINE);
}

// Uses the connection that this process has inherited.
static void take_inherited(void)
{
	const char *number = getenv("PMI_FD");
	server = number == NULL ? NULL : fdopen(atoi(number), "r+");
	if (server == NULL) {
		printf("no connection in PMI_FD\n");
		exit(1);
	}
	setvbuf(server, NULL, _IOFBF, LINE);
}

int main(int argc, char **argv)
{
	char hello[64];
	bool fd = argc > 1 && strcmp(argv[1], "fd") == 0;
	bool raw = argc > 1 && strcmp(argv[1], "raw") == 0;
	peer_start("pmix_pmi1");
	if (getenv("PMI_PORT") == NULL || getenv("PMI_ID") == NULL) {
		printf("no PMI_PORT\n");
		return 1;
	}
	peer_rank = (unsigned) atoi(getenv("PMI_ID"));
	if (fd)
		take_inherited();
	else
		connect_to_server();
	snprintf(hello, sizeof hello, "cmd=initack pmiid=%u", peer_rank);
	if (!raw) {
		if (!fd)
			exchange(hello, false);
		exchange("cmd=init pmi_version=1 pmi_subversion=1", false);
		exchange("cmd=get_maxes", false);
		exchange("cmd=get_my_kvsname", false);
	}
	for (int i = raw || fd ? 2 : 1; i < argc; i++) {
		peer_step("a request");
		if (strcmp(argv[i], "wait") == 0) {
			printf("%u: waits\n", peer_rank);
			fflush(stdout);
			for (;;)
				pause();
		} else if (strncmp(argv[i], "env ", 4) == 0) {
			const char *value = getenv(argv[i] + 4);
			printf("%u: %s=%s\n", peer_rank, argv[i] + 4, value == NULL ? "" : value);
			fflush(stdout);
		} else if (strcmp(argv[i], "pwd") == 0) {
			char directory[LINE] = "";
			printf("%u: in %s\n", peer_rank, getcwd(directory, sizeof directory));
			fflush(stdout);
		} else {
			exchange(argv[i], true);
		}
	}
	return 0;
}
