// SPDX-License-Identifier: EPL-2.0
// Waits for a line of standard input, then opens a session of its own, for one processor, and keeps a job in it.
//
// usage: pmix_session NAME PROGRAM [ARGUMENTS...]     one rank on a node with at least two slots; runs until it is killed
//   NAME is the id of the allocation. When the job in the session runs, "session N" is written to stdout.
#include "spawn_peer.h"

static uint32_t allocate(const char *name)
{
	pmix_info_t infos[2], *results = NULL;
	uint64_t one = 1;
	size_t count = 0;
	uint32_t session = 0;
	peer_step("PMIx_Allocation_request");
	PMIX_INFO_LOAD(&infos[0], PMIX_ALLOC_NUM_CPUS, &one, PMIX_UINT64);
	PMIX_INFO_LOAD(&infos[1], PMIX_ALLOC_ID, name, PMIX_STRING);
	pmix_status_t status = PMIx_Allocation_request(PMIX_ALLOC_NEW, infos, 2, &results, &count);
	expect("PMIx_Allocation_request", status == PMIX_OPERATION_SUCCEEDED ? PMIX_SUCCESS : status, PMIX_SUCCESS);
	for (size_t i = 0; i < count; i++)
		if (PMIX_CHECK_KEY(&results[i], PMIX_SESSION_ID))
			session = (uint32_t) peer_number(PMIX_SESSION_ID, &results[i].value);
	PMIX_INFO_FREE(results, count);
	return session;
}

static void spawn_into(uint32_t session, char **command)
{
	pmix_info_t info;
	pmix_nspace_t nspace;
	pmix_app_t *app = peer_app(command[0], 1, NULL, NULL);
	for (char **argument = command + 1; *argument != NULL; argument++)
		peer_append(&app->argv, *argument);
	PMIX_INFO_LOAD(&info, PMIX_SESSION_ID, &session, PMIX_UINT32);
	peer_step("PMIx_Spawn");
	expect("PMIx_Spawn", PMIx_Spawn(&info, 1, app, 1, nspace), PMIX_SUCCESS);
	PMIX_APP_FREE(app, 1);
}

int main(int argc, char **argv)
{
	if (argc < 3) {
		fprintf(stderr, "usage: pmix_session NAME PROGRAM [ARGUMENTS...]\n");
		return 2;
	}
	peer_init("pmix_session");
	check(getchar() != EOF, "getchar", "no input");
	uint32_t session = allocate(argv[1]);
	spawn_into(session, argv + 2);
	if (peer_failures != 0)
		return EXIT_FAILURE;
	printf("session %u\n", session);
	fflush(stdout);
	for (;;)
		pause();
}
