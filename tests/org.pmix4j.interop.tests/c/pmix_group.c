// SPDX-License-Identifier: EPL-2.0
// Groups of the processes of one job: of all, with and without a context id; of halves at the same time; fences and gets by group name;
// data shared by members; leaving; the same name again; cycles; and one that rank 0 does not join.
//
// usage: pmix_group [CYCLES] [--lenient]     default 50; without the checks of what C servers do differently

#include "pmix_peer.h"

static bool strict = true;
static volatile int told_of_leaving;

static pmix_proc_t *procs_of(size_t count)
{
	pmix_proc_t *procs = calloc(count, sizeof *procs);
	if (procs == NULL)
		exit(EXIT_FAILURE);
	return procs;
}

// Constructs a group of every step-th rank from first on. Returns its context id, or SIZE_MAX.
static size_t construct(const char *name, uint32_t first, uint32_t step, pmix_info_t *infos, size_t count)
{
	pmix_proc_t *procs = procs_of(peer_size);
	pmix_info_t *results = NULL;
	size_t members = 0, result_count = 0, number = SIZE_MAX;
	for (uint32_t rank = first; rank < peer_size; rank += step)
		procs[members++] = peer_proc(rank);
	if (expect(name, PMIx_Group_construct(name, procs, members, infos, count, &results, &result_count), PMIX_SUCCESS))
		for (size_t i = 0; i < result_count; i++) {
			if (PMIX_CHECK_KEY(&results[i], PMIX_GROUP_CONTEXT_ID))
				number = results[i].value.data.size;
			if (PMIX_CHECK_KEY(&results[i], PMIX_GROUP_MEMBERSHIP))
				check(results[i].value.data.darray->size == members, name, "%zu members", results[i].value.data.darray->size);
		}
	free(procs);
	return number;
}

static void destruct(const char *name)
{
	expect(name, PMIx_Group_destruct(name, NULL, 0), PMIX_SUCCESS);
}

static void fence_over(const char *name, pmix_rank_t rank, pmix_status_t wanted)
{
	pmix_proc_t proc;
	PMIX_LOAD_PROCID(&proc, name, rank);
	peer_step("fence over a group");
	if (strict)
		expect("fence over a group", PMIx_Fence(&proc, 1, NULL, 0), wanted);
}

// Each member shares a number with the group, which every process can get that knows the context id.
static void share(void)
{
	pmix_info_t infos[2], shared, qualifiers[1];
	pmix_data_array_t array = {.type = PMIX_INFO, .size = 1, .array = &shared};
	for (size_t round = 1; round <= 2; round++) {
		size_t mine = round * 1000 + peer_me.rank;
		peer_step("group that shares values");
		PMIX_INFO_LOAD(&shared, PMIX_GROUP_LOCAL_CID, &mine, PMIX_SIZE);
		peer_flag(&infos[0], PMIX_GROUP_ASSIGN_CONTEXT_ID);
		PMIX_INFO_LOAD(&infos[1], PMIX_GROUP_INFO, &array, PMIX_DATA_ARRAY);
		size_t number = construct("sharing", 0, 1, infos, 2);
		destruct("sharing");
		PMIX_INFO_LOAD(&qualifiers[0], PMIX_GROUP_CONTEXT_ID, &number, PMIX_SIZE);
		PMIX_INFO_SET_QUALIFIER(&qualifiers[0]);
		for (pmix_rank_t rank = 0; rank < peer_size; rank++) {
			pmix_value_t *value;
			if (expect("get of a shared value", peer_get(rank, PMIX_GROUP_LOCAL_CID, qualifiers, 1, &value), PMIX_SUCCESS)) {
				check(value->type == PMIX_SIZE && value->data.size == round * 1000 + rank, "shared value", "%zu of rank %u",
						value->data.size, rank);
				PMIX_VALUE_RELEASE(value);
			}
		}
	}
}

static inline void left(size_t id, pmix_status_t status, const pmix_proc_t *source, pmix_info_t infos[], size_t count, pmix_info_t *results,
		size_t results_count, pmix_event_notification_cbfunc_fn_t done, void *data)
{
	(void) id, (void) status, (void) source, (void) infos, (void) count, (void) results, (void) results_count;
	told_of_leaving++;
	if (done != NULL)
		done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

// The last rank leaves; the others get an event, and continue without it. The libraries of 4.2.4 to 6.1 crash on the reply.
static inline void leave(void)
{
	pmix_status_t code = PMIX_GROUP_LEFT;
	check(PMIx_Register_event_handler(&code, 1, NULL, 0, left, NULL, NULL) >= 0, "register handler", "refused");
	construct("leaving", 0, 1, NULL, 0);
	peer_fence("before leaving", false);
	if (peer_me.rank == peer_size - 1) {
		expect("leave", PMIx_Group_leave("leaving", NULL, 0), PMIX_SUCCESS);
		expect("leave twice", PMIx_Group_leave("leaving", NULL, 0), PMIX_ERR_NOT_FOUND);
	} else {
		peer_step("wait for the last rank to leave");
		for (int i = 0; i < 2000 && told_of_leaving == 0; i++)
			usleep(5000);
		check(told_of_leaving == 1, "leave", "told %d times", told_of_leaving);
		fence_over("leaving", PMIX_RANK_WILDCARD, PMIX_SUCCESS);
		destruct("leaving");
	}
}

static void construct_without_rank_0(void)
{
	pmix_info_t limit, *results = NULL;
	size_t count = 0;
	pmix_proc_t all = peer_proc(PMIX_RANK_WILDCARD);
	peer_step("group without rank 0");
	peer_seconds(&limit, PMIX_TIMEOUT, 1);
	if (peer_me.rank != 0)
		expect("group without rank 0", PMIx_Group_construct("never", &all, 1, &limit, 1, &results, &count), PMIX_ERR_TIMEOUT);
}

// As PRRTE 3.0.8 does: a group over a wildcard has the wildcard as its member. Releases before 5 do not tell the members.
static void construct_over_wildcard(void)
{
	pmix_info_t *results = NULL;
	size_t count = 0;
	pmix_proc_t all = peer_proc(PMIX_RANK_WILDCARD);
	peer_step("group over a wildcard");
	expect("group over a wildcard", PMIx_Group_construct("everybody", &all, 1, NULL, 0, &results, &count), PMIX_SUCCESS);
	for (size_t i = 0; i < count; i++)
		if (PMIX_CHECK_KEY(&results[i], PMIX_GROUP_MEMBERSHIP)) {
			pmix_data_array_t *members = results[i].value.data.darray;
			check(members->size == 1 && ((pmix_proc_t *) members->array)->rank == PMIX_RANK_WILDCARD, "group over a wildcard",
					"%zu members", members->size);
		}
	fence_over("everybody", PMIX_RANK_WILDCARD, PMIX_SUCCESS);
	destruct("everybody");
}

int main(int argc, char **argv)
{
	int cycles = peer_argument(argc, argv, 1, 50);
	strict = argc < 3 || strcmp(argv[2], "--lenient") != 0;
	peer_init("pmix_group");
	pmix_info_t number;
	peer_flag(&number, PMIX_GROUP_ASSIGN_CONTEXT_ID);
	if (strict)
		expect("destruct of what is not there", PMIx_Group_destruct("nothing", NULL, 0), PMIX_ERR_NOT_FOUND);

	peer_step("group with a number");
	size_t first = construct("all", 0, 1, &number, 1);
	check(first != SIZE_MAX, "group with a number", "has none");
	fence_over("all", PMIX_RANK_WILDCARD, PMIX_SUCCESS);
	fence_over("all", peer_me.rank, PMIX_SUCCESS);
	// from release 7 on the client checks the rank itself
	fence_over("all", peer_size, PMIX_VERSION_MAJOR < 7 ? PMIX_ERR_BAD_PARAM : PMIX_ERR_NOT_FOUND);
	destruct("all");

	if (strict)
		construct_over_wildcard();

	peer_step("group without a number");
	size_t second = construct("all", 0, 1, NULL, 0);
	check(second == SIZE_MAX, "group without a number", "%zu", second);
	peer_step("the same name again");
	second = construct("all", 0, 1, &number, 1);
	check(second != SIZE_MAX && second != first, "the same name again", "%zu and %zu", first, second);
	destruct("all");

	const char *half = peer_me.rank % 2 == 0 ? "even" : "odd";
	peer_step("halves");
	construct(half, peer_me.rank % 2, 2, &number, 1);
	fence_over(half, PMIX_RANK_WILDCARD, PMIX_SUCCESS);
	destruct(half);

	peer_step("cycles");
	double start = peer_now_us();
	for (int i = 0; i < cycles; i++) {
		construct("cycle", 0, 1, i % 2 == 0 ? &number : NULL, i % 2 == 0 ? 1 : 0);
		destruct("cycle");
	}
	double us = (peer_now_us() - start) / cycles;
	if (strict) {
		share();
#if PMIX_VERSION_MAJOR < 5
		leave();
#endif
		construct_without_rank_0();
	}
	peer_fence("last fence", false);
	return peer_finalize("cycles=%d cycle_us=%.0f", cycles, us);
}
