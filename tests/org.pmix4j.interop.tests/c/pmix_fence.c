// SPDX-License-Identifier: EPL-2.0
// Fences over all ranks, over the even and the odd ranks at the same time, over explicit lists in different order, with one rank
// alone, and one that rank 0 does not join, so that it must end by its time limit.
//
// usage: pmix_fence [FENCES]     default 200 fences over all

#include "pmix_peer.h"

static pmix_proc_t *procs_of(size_t count)
{
	pmix_proc_t *procs = calloc(count, sizeof *procs);
	if (procs == NULL)
		exit(EXIT_FAILURE);
	return procs;
}

// Each rank names all ranks, beginning with itself; to the server this must be one fence.
static void fence_over_list(const char *name)
{
	pmix_proc_t *procs = procs_of(peer_size);
	peer_step(name);
	for (uint32_t i = 0; i < peer_size; i++)
		procs[i] = peer_proc((peer_me.rank + i) % peer_size);
	expect(name, PMIx_Fence(procs, peer_size, NULL, 0), PMIX_SUCCESS);
	free(procs);
}

// Even and odd ranks fence at the same time and collect the data of their own half.
static void fence_over_halves(int round)
{
	pmix_info_t collect;
	pmix_proc_t *procs = procs_of(peer_size);
	char key[32];
	uint64_t put = (uint64_t) round * 1000 + peer_me.rank;
	size_t count = 0;
	snprintf(key, sizeof key, "half.%d", round);
	peer_put(PMIX_GLOBAL, key, &put, PMIX_UINT64);
	expect("PMIx_Commit", PMIx_Commit(), PMIX_SUCCESS);
	for (pmix_rank_t rank = peer_me.rank % 2; rank < peer_size; rank += 2)
		procs[count++] = peer_proc(rank);
	peer_step("fence over half of the ranks");
	peer_flag(&collect, PMIX_COLLECT_DATA);
	expect("fence over half of the ranks", PMIx_Fence(procs, count, &collect, 1), PMIX_SUCCESS);
	for (size_t i = 0; i < count; i++) {
		uint64_t got = peer_get_number(procs[i].rank, key);
		check(got == (uint64_t) round * 1000 + procs[i].rank, key, "rank %u gave %lu", procs[i].rank, got);
	}
	free(procs);
}

static void fence_alone(void)
{
	peer_step("fence alone");
	expect("fence alone", PMIx_Fence(&peer_me, 1, NULL, 0), PMIX_SUCCESS);
}

// All ranks but rank 0 wait for a fence over all. Rank 0 proceeds to the next, different fence, which the others reach after their limit.
static double fence_without_rank_0(void)
{
	double ms = 0;
	if (peer_me.rank != 0) {
		pmix_info_t limit;
		peer_step("fence without rank 0");
		peer_seconds(&limit, PMIX_TIMEOUT, 1);
		double start = peer_now_us();
		expect("fence without rank 0", PMIx_Fence(NULL, 0, &limit, 1), PMIX_ERR_TIMEOUT);
		ms = (peer_now_us() - start) / 1000;
		check(ms < PEER_HANG_MS, "fence without rank 0", "took %.0f ms", ms);
	}
	fence_over_list("fence after the one that timed out");
	return ms;
}

int main(int argc, char **argv)
{
	int fences = peer_argument(argc, argv, 1, 200);
	peer_init("pmix_fence");
	peer_fence("first fence", false);
	double start = peer_now_us();
	for (int i = 0; i < fences; i++)
		peer_fence("fence over all", false);
	double us = (peer_now_us() - start) / fences;
	for (int round = 0; round < 5; round++) {
		fence_over_halves(round);
		fence_alone();
		fence_over_list("fence over a list");
	}
	double ms = fence_without_rank_0();
	peer_fence("last fence", false);
	return peer_finalize("fences=%d fence_us=%.0f timeout_ms=%.0f", fences, us, ms);
}
