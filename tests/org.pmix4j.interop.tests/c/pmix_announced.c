// SPDX-License-Identifier: EPL-2.0
// A server of libpmix that announces itself, to compare the names, content and permissions of its files.
//
// usage: pmix_announced ROLE...   (system, session, tool)
// The files go to the folders "system" and "session" below the current one, or with the role "environment" to those that the variables
// name, for server "announced", rank 0. Prints "ready" and its
// pid, waits for the end of standard input, and finalizes.

#include "peer.h"

#include <pmix.h>
#include <pmix_server.h>

enum { MOST_INFOS = 8 };

static pmix_info_t infos[MOST_INFOS];
static size_t count;

static void add_text(const char *key, const char *text)
{
	PMIX_INFO_LOAD(&infos[count++], key, text, PMIX_STRING);
}

int main(int argc, char **argv)
{
	static pmix_server_module_t none;
	char folder[2][512];
	pmix_rank_t rank = 0;
	bool on = true;
	peer_start("pmix_announced");
	if (getcwd(folder[0], sizeof folder[0] - 16) == NULL)
		return EXIT_FAILURE;
	strcpy(folder[1], folder[0]);
	if (argc < 2 || strcmp(argv[1], "environment") != 0) {
		add_text(PMIX_SYSTEM_TMPDIR, strcat(folder[0], "/system"));
		add_text(PMIX_SERVER_TMPDIR, strcat(folder[1], "/session"));
	}
	add_text(PMIX_SERVER_NSPACE, "announced");
	PMIX_INFO_LOAD(&infos[count++], PMIX_SERVER_RANK, &rank, PMIX_PROC_RANK);
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "environment") == 0)
			continue;
		const char *key = strcmp(argv[i], "system") == 0 ? PMIX_SERVER_SYSTEM_SUPPORT
				: strcmp(argv[i], "session") == 0 ? PMIX_SERVER_SESSION_SUPPORT : PMIX_SERVER_TOOL_SUPPORT;
		PMIX_INFO_LOAD(&infos[count++], key, &on, PMIX_BOOL);
	}
	peer_step("PMIx_server_init");
	pmix_status_t status = PMIx_server_init(&none, infos, count);
	check(status == PMIX_SUCCESS, "PMIx_server_init", "%s", PMIx_Error_string(status));
	printf("ready %d\n", (int) getpid());
	fflush(stdout);
	while (getchar() != EOF)
		continue;
	peer_step("PMIx_server_finalize");
	status = PMIx_server_finalize();
	check(status == PMIX_SUCCESS, "PMIx_server_finalize", "%s", PMIx_Error_string(status));
	return peer_failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
