// SPDX-License-Identifier: EPL-2.0
// Rank 0 names processes, groups and ranges that do not exist: the calls are refused, and no process comes to harm.
//
// usage: pmix_refused [STATUS]      the status of an abort of a process that does not exist; 0 for none
// Known: libpmix returns SUCCESS from PMIx_Abort whatever the server has answered.

#include "pmix_peer.h"

static void construct(const char *name, const char *nspace, pmix_rank_t rank, const char *key)
{
	pmix_proc_t procs[2] = {peer_me};
	pmix_info_t info;
	pmix_info_t *results = NULL;
	size_t count = 0;
	PMIX_LOAD_PROCID(&procs[1], nspace, rank);
	if (key != NULL)
		peer_flag(&info, key);
	peer_step(name);
	expect(name, PMIx_Group_construct(name, procs, 2, key == NULL ? NULL : &info, key != NULL, &results, &count), PMIX_ERR_NOT_FOUND);
}

static void publish(void)
{
	pmix_info_t infos[2];
	pmix_data_range_t range = 99;
	PMIX_INFO_LOAD(&infos[0], "refused", "value", PMIX_STRING);
	PMIX_INFO_LOAD(&infos[1], PMIX_RANGE, &range, PMIX_DATA_RANGE);
	expect("publish in an unknown range", PMIx_Publish(infos, 2), PMIX_ERR_BAD_PARAM);
}

static void allocate(void)
{
	pmix_info_t infos[2];
	pmix_info_t *results = NULL;
	size_t count = 0;
	uint32_t group = getegid() + 1;
	uint64_t nodes = 1;
	PMIX_INFO_LOAD(&infos[0], PMIX_ALLOC_NUM_NODES, &nodes, PMIX_UINT64);
	PMIX_INFO_LOAD(&infos[1], PMIX_GRPID, &group, PMIX_UINT32);
	expect("allocation for another group", PMIx_Allocation_request(PMIX_ALLOC_NEW, infos, 2, &results, &count),
			PMIX_ERR_NO_PERMISSIONS);
}

static void abort_unknown(const char *nspace, pmix_rank_t rank, int status)
{
	pmix_proc_t procs[2] = {peer_me};
	PMIX_LOAD_PROCID(&procs[1], nspace, rank);
	peer_step("PMIx_Abort");
	expect("PMIx_Abort", PMIx_Abort(status, "of cheese", procs, 2), PMIX_SUCCESS);
}

int main(int argc, char **argv)
{
	int status = peer_argument(argc, argv, 1, 0);
	peer_init("pmix_refused");
	if (peer_me.rank == 0) {
		construct("stranger", "nojob", 0, NULL);
		construct("stranger with context", "nojob", 0, PMIX_GROUP_ASSIGN_CONTEXT_ID);
		construct("stranger said to be local", "nojob", 0, PMIX_GROUP_LOCAL_ONLY);
		construct("all of no job", "nojob", PMIX_RANK_WILDCARD, NULL);
		construct("rank that is not there", peer_me.nspace, 77, NULL);
		publish();
		allocate();
		if (status != 0) {
			abort_unknown(peer_me.nspace, 77, status);
			abort_unknown("nojob", 0, status + 1);
		}
	}
	peer_fence("still alive", false);
	return peer_finalize("refused");
}
