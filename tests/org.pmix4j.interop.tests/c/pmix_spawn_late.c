// SPDX-License-Identifier: EPL-2.0
// pmix_spawn_late <script> [exit code [with|without|detached]]: spawns a shell script and ends at once, while the script still runs.
// With: the script must end with its parent; without: it must not; detached: the spawn does not specify it, but job control then separates
// the job from its parent; else nothing specifies it.
#include "spawn_peer.h"

int main(int argc, char **argv)
{
	int code = peer_argument(argc, argv, 2, 0);
	bool separately = argc <= 3 || strcmp(argv[3], "with") != 0, said = argc > 3 && strncmp(argv[3], "with", 4) == 0;
	pmix_nspace_t nspace;
	pmix_info_t info;
	peer_init("pmix_spawn_late");
	// known by this name since release 5.0.10
	PMIX_INFO_LOAD(&info, "pmix.spchildsep", &separately, PMIX_BOOL);
	pmix_app_t *app = peer_app("/bin/sh", 1, "-c", argc > 1 ? argv[1] : "true");
	peer_step("PMIx_Spawn");
	expect("PMIx_Spawn", PMIx_Spawn(said ? &info : NULL, said ? 1 : 0, app, 1, nspace), PMIX_SUCCESS);
	PMIX_APP_FREE(app, 1);
	if (argc > 3 && strcmp(argv[3], "detached") == 0) {
		pmix_info_t *results = NULL;
		size_t count = 0;
		pmix_proc_t job;
		PMIX_LOAD_PROCID(&job, nspace, PMIX_RANK_WILDCARD);
		peer_flag(&info, "pmix.jctrl.sep"); // PMIX_JOB_CTRL_SEP, since release 5.0.10
		expect("PMIx_Job_control", PMIx_Job_control(&job, 1, &info, 1, &results, &count), PMIX_SUCCESS);
	}
	return code == 0 ? peer_finalize("parent") : code;
}
