// SPDX-License-Identifier: EPL-2.0
// One rank, or every rank at once, calls PMIx_Abort; the others wait forever and must be killed.
//
// usage: pmix_abort [RANK|all [STATUS [MESSAGE [fence|pause]]]]     default 0 42 "asked to" fence
// Expected: the launcher kills the job and exits with STATUS. A rank that survives gives up after PEER_LIMIT seconds with 124.
//
// Known: mpirun 4.1.4 exits with STATUS.

#include "pmix_peer.h"

int main(int argc, char **argv)
{
	const char *who = argc > 1 ? argv[1] : "0";
	int status = peer_argument(argc, argv, 2, 42);
	const char *message = argc > 3 ? argv[3] : "asked to";
	bool fence = argc <= 4 || strcmp(argv[4], "fence") == 0;
	peer_init("pmix_abort");
	peer_fence("first fence", false);
	if (strcmp(who, "all") == 0 || (pmix_rank_t) atoi(who) == peer_me.rank) {
		peer_step("PMIx_Abort");
		fprintf(stderr, "pmix_abort %u/%u aborts with %d\n", peer_me.rank, peer_size, status);
		expect("PMIx_Abort", PMIx_Abort(status, message, NULL, 0), PMIX_SUCCESS);
	}
	// PMIx_Abort returns; its caller then waits like the others.
	peer_step("the wait to be killed");
	if (fence && strcmp(who, "all") != 0)
		PMIx_Fence(NULL, 0, NULL, 0);
	for (;;)
		pause();
}
