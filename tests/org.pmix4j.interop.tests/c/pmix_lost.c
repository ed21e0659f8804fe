// SPDX-License-Identifier: EPL-2.0
// One rank is killed while the others wait for it in a fence, a connect and a group; each call must report partial success. Or some ranks
// wait until their server is closed and they are killed, which must look the same to the others.
//
// usage: pmix_lost [RANK [COUNT]]     the killed rank, default 0; with COUNT, that many ranks from RANK on wait

#include "pmix_peer.h"

static void told(const char *name, pmix_status_t status)
{
	check(status == PMIX_ERR_PARTIAL_SUCCESS || status == PMIX_ERR_LOST_CONNECTION, name, "%s", PMIx_Error_string(status));
}

int main(int argc, char **argv)
{
	pmix_rank_t victim = (pmix_rank_t) peer_argument(argc, argv, 1, 0);
	peer_init("pmix_lost");
	pmix_proc_t all = peer_proc(PMIX_RANK_WILDCARD);
	pmix_info_t limit, *results = NULL;
	size_t count = 0;
	peer_seconds(&limit, PMIX_TIMEOUT, 20);
	peer_fence("first fence", true);
	pmix_rank_t waiting = (pmix_rank_t) peer_argument(argc, argv, 2, 0);
	while (peer_me.rank >= victim && peer_me.rank < victim + waiting)
		pause();
	if (peer_me.rank == victim) {
		usleep(200000);
		raise(SIGKILL);
	}
	peer_step("fence that loses a rank");
	told("fence", PMIx_Fence(&all, 1, &limit, 1));
	peer_step("connect without the lost rank");
	told("connect", PMIx_Connect(&all, 1, &limit, 1));
	peer_step("group without the lost rank");
	told("group", PMIx_Group_construct("lost", &all, 1, &limit, 1, &results, &count));
	printf("pmix_lost %u/%u %s\n", peer_rank, peer_size, peer_failures == 0 ? "ok" : "FAILED");
	fflush(stdout);
	// PMIx_Finalize would wait in its fence for the lost rank, which is not tested here.
	_exit(peer_failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
}
