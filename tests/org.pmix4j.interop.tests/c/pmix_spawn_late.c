// SPDX-License-Identifier: EPL-2.0
// pmix_spawn_late <script> [exit code [with|without]]: spawns a shell script and ends at once, while the script still runs. With: the
// script must end with its parent; without: it must not; else the spawn does not specify it.
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
	return code == 0 ? peer_finalize("parent") : code;
}
