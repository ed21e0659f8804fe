// SPDX-License-Identifier: EPL-2.0
// Two jobs, each started with the other's namespace, connect, read the other's size and the data of its ranks, and disconnect; three
// times.
//
// usage: pmix_other NAMESPACE

#include "pmix_peer.h"

static uint32_t other_size(const char *other)
{
	pmix_proc_t proc;
	pmix_value_t *value = NULL;
	uint32_t size = 0;
	PMIX_LOAD_PROCID(&proc, other, PMIX_RANK_WILDCARD);
	if (expect("size of the other job", PMIx_Get(&proc, PMIX_JOB_SIZE, NULL, 0, &value), PMIX_SUCCESS)) {
		size = value->data.uint32;
		PMIX_VALUE_RELEASE(value);
	}
	return size;
}

static void read_other(const char *other, pmix_rank_t rank)
{
	pmix_proc_t proc;
	pmix_value_t *value = NULL;
	PMIX_LOAD_PROCID(&proc, other, rank);
	peer_step("get of the other job");
	if (expect("get of the other job", PMIx_Get(&proc, "other.key", NULL, 0, &value), PMIX_SUCCESS)) {
		check(value->type == PMIX_UINT64 && value->data.uint64 == 7000 + rank, "value of the other job", "%lu of rank %u",
				value->data.uint64, rank);
		PMIX_VALUE_RELEASE(value);
	}
}

int main(int argc, char **argv)
{
	const char *other = argc > 1 ? argv[1] : "";
	pmix_proc_t both[2];
	peer_init("pmix_other");
	uint64_t mine = 7000 + peer_me.rank;
	peer_put(PMIX_GLOBAL, "other.key", &mine, PMIX_UINT64);
	expect("PMIx_Commit", PMIx_Commit(), PMIX_SUCCESS);
	both[0] = peer_proc(PMIX_RANK_WILDCARD);
	PMIX_LOAD_PROCID(&both[1], other, PMIX_RANK_WILDCARD);
	for (int round = 0; round < 3; round++) {
		peer_step("connect");
		expect("connect", PMIx_Connect(both, 2, NULL, 0), PMIX_SUCCESS);
		uint32_t size = other_size(other);
		check(size > 0, "size of the other job", "0");
		for (pmix_rank_t rank = 0; rank < size; rank++)
			read_other(other, rank);
		peer_step("disconnect");
		expect("disconnect", PMIx_Disconnect(both, 2, NULL, 0), PMIX_SUCCESS);
	}
	peer_fence("last fence", false);
	return peer_finalize("other=%s", other);
}
