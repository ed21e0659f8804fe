// SPDX-License-Identifier: EPL-2.0
// Rank 0 leads a group and adds its whole job by a wildcard; the other ranks join by the group's name alone. All are told that the job is
// the only member, as PRRTE 5.0 tells them, and read what rank 0 has put. Needs libpmix 6.0.

#include "pmix_peer.h"

#define GROUP "bootstrapped"
#define KEY "bootstrap.key"

static void examine(const pmix_info_t *results, size_t count)
{
	bool told = false;
	for (size_t i = 0; i < count; i++) {
		if (!PMIX_CHECK_KEY(&results[i], PMIX_GROUP_MEMBERSHIP))
			continue;
		const pmix_data_array_t *array = results[i].value.data.darray;
		const pmix_proc_t *members = array->array;
		told = true;
		if (check(array->size == 1, "membership", "%zu members", array->size)) {
			check(members[0].rank == PMIX_RANK_WILDCARD, "membership", "rank %u", members[0].rank);
			check(PMIX_CHECK_NSPACE(members[0].nspace, peer_me.nspace), "membership", "namespace %s", members[0].nspace);
		}
	}
	check(told, "membership", "not told in %zu results", count);
}

int main(void)
{
	pmix_info_t infos[3], *results = NULL;
	size_t count = 0, leaders = 1;
	uint32_t number = 77;
	bool yes = true;
	pmix_data_array_t added;
	peer_init("pmix_bootstrap");
	peer_put(PMIX_GLOBAL, KEY, &number, PMIX_UINT32);
	expect("PMIx_Commit", PMIx_Commit(), PMIX_SUCCESS);
	peer_step("PMIx_Group_construct");
	if (peer_me.rank == 0) {
		PMIX_DATA_ARRAY_CONSTRUCT(&added, 1, PMIX_PROC);
		((pmix_proc_t *) added.array)[0] = peer_proc(PMIX_RANK_WILDCARD);
		PMIX_INFO_LOAD(&infos[0], PMIX_GROUP_ASSIGN_CONTEXT_ID, &yes, PMIX_BOOL);
		PMIX_INFO_LOAD(&infos[1], PMIX_GROUP_BOOTSTRAP, &leaders, PMIX_SIZE);
		PMIX_INFO_LOAD(&infos[2], PMIX_GROUP_ADD_MEMBERS, &added, PMIX_DATA_ARRAY);
		expect("leader", PMIx_Group_construct(GROUP, &peer_me, 1, infos, 3, &results, &count), PMIX_SUCCESS);
	} else {
		expect("follower", PMIx_Group_construct(GROUP, NULL, 0, NULL, 0, &results, &count), PMIX_SUCCESS);
	}
	examine(results, count);
	expect(KEY, peer_get_number(0, KEY) == number ? PMIX_SUCCESS : PMIX_ERROR, PMIX_SUCCESS);
	return peer_finalize("joined %s", GROUP);
}
