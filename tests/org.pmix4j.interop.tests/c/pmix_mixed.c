// SPDX-License-Identifier: EPL-2.0
// The C ranks of a job whose other ranks are in Java (CallProbe mixed): all exchange values, publish and look up, notify each other, form a
// group, and connect; rank 0, which is in Java, invites the others to a group. Prints the lines of the Java probe.
//
// usage: pmix_mixed [--plain]       without events and groups, which mpirun 4.1.4 does not support
//        pmix_mixed [--nogroups]    without groups, which libpmix 4.2.2 cannot leave at a server of release 5

#include "pmix_peer.h"

enum { CODE = -3005 };

static volatile int heard, invited, completed;
static pmix_proc_t leader;

static void on_event(size_t id, pmix_status_t status, const pmix_proc_t *source, pmix_info_t infos[], size_t count, pmix_info_t *results,
		size_t nresults, pmix_event_notification_cbfunc_fn_t done, void *data)
{
	(void) id, (void) infos, (void) count, (void) results, (void) nresults;
	if (status == PMIX_GROUP_INVITED) {
		leader = *source;
		invited = 1;
	} else if (status == PMIX_GROUP_CONSTRUCT_COMPLETE) {
		completed = 1;
	} else {
		__atomic_add_fetch(&heard, 1, __ATOMIC_SEQ_CST);
	}
	if (done != NULL)
		done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

// The limit of the program ends a wait for nothing.
static void await(const char *step, volatile int *count, int wanted)
{
	peer_at = step;
	while (*count < wanted)
		usleep(2000);
}

// Whether a get that does not wait finds a value.
static bool finds(pmix_rank_t rank, const char *key)
{
	pmix_info_t immediate;
	pmix_value_t *value;
	peer_flag(&immediate, PMIX_IMMEDIATE);
	if (peer_get(rank, key, &immediate, 1, &value) != PMIX_SUCCESS)
		return false;
	PMIX_VALUE_RELEASE(value);
	return true;
}

static void exchange(void)
{
	char text[64];
	snprintf(text, sizeof text, "v%u", peer_me.rank);
	peer_put(PMIX_GLOBAL, "mixed.value", text, PMIX_STRING);
	peer_put(PMIX_LOCAL, "mixed.local", text, PMIX_STRING);
	peer_put(PMIX_REMOTE, "mixed.remote", text, PMIX_STRING);
	peer_put(PMIX_INTERNAL, "mixed.internal", text, PMIX_STRING);
	expect("commit", PMIx_Commit(), PMIX_SUCCESS);
	peer_fence("fence after put", true);
	for (pmix_rank_t rank = 0; rank < peer_size; rank++) {
		snprintf(text, sizeof text, "v%u", rank);
		char *value = peer_get_string(rank, "mixed.value"), *local = peer_get_string(rank, "mixed.local");
		check(strcmp(value, text) == 0 && strcmp(local, text) == 0, "values", "%s and %s of rank %u", value, local, rank);
		free(value);
		free(local);
		// all ranks are on one node
		bool own = rank == peer_me.rank, remote = finds(rank, "mixed.remote"), internal = finds(rank, "mixed.internal");
		check(remote == own && internal == own, "scopes", "remote value %d, internal value %d of rank %u", remote, internal, rank);
	}
}

static void names(void)
{
	char key[64], text[64];
	pmix_info_t info;
	snprintf(key, sizeof key, "mixed.port.%u", peer_me.rank);
	snprintf(text, sizeof text, "port of %u", peer_me.rank);
	PMIX_INFO_LOAD(&info, key, text, PMIX_STRING);
	peer_step("publish");
	expect("publish", PMIx_Publish(&info, 1), PMIX_SUCCESS);
	peer_fence("fence after publish", false);
	for (pmix_rank_t rank = 0; rank < peer_size; rank++) {
		pmix_pdata_t data;
		PMIX_PDATA_CONSTRUCT(&data);
		snprintf(data.key, sizeof data.key, "mixed.port.%u", rank);
		snprintf(text, sizeof text, "port of %u", rank);
		peer_step("lookup");
		if (expect("lookup", PMIx_Lookup(&data, 1, NULL, 0), PMIX_SUCCESS))
			check(data.value.type == PMIX_STRING && strcmp(data.value.data.string, text) == 0 && data.proc.rank == rank, "lookup",
					"another value of rank %u", rank);
		PMIX_PDATA_DESTRUCT(&data);
	}
	peer_fence("fence after lookup", false);
}

static void events(void)
{
	pmix_status_t codes[] = {CODE, PMIX_GROUP_INVITED, PMIX_GROUP_CONSTRUCT_COMPLETE};
	check(PMIx_Register_event_handler(codes, 3, NULL, 0, on_event, NULL, NULL) >= 0, "register", "refused");
	peer_fence("fence before events", false);
	peer_step("notify");
	pmix_status_t status = PMIx_Notify_event(CODE, &peer_me, PMIX_RANGE_NAMESPACE, NULL, 0, NULL, NULL);
	check(status == PMIX_SUCCESS || status == PMIX_OPERATION_SUCCEEDED, "notify", "%s", PMIx_Error_string(status));
	// the own event arrives, too
	await("events of all ranks", &heard, (int) peer_size);
	peer_fence("fence after events", false);
}

static void group(void)
{
	pmix_info_t number, *results = NULL;
	size_t count = 0;
	pmix_proc_t *procs = calloc(peer_size, sizeof *procs);
	if (procs == NULL)
		exit(EXIT_FAILURE);
	for (pmix_rank_t rank = 0; rank < peer_size; rank++)
		procs[rank] = peer_proc(rank);
	peer_flag(&number, PMIX_GROUP_ASSIGN_CONTEXT_ID);
	peer_step("group construct");
	expect("group construct", PMIx_Group_construct("mixed", procs, peer_size, &number, 1, &results, &count), PMIX_SUCCESS);
	peer_step("group destruct");
	expect("group destruct", PMIx_Group_destruct("mixed", NULL, 0), PMIX_SUCCESS);
	free(procs);
}

static void connect_all(void)
{
	pmix_proc_t all = peer_proc(PMIX_RANK_WILDCARD);
	peer_step("connect");
	expect("connect", PMIx_Connect(&all, 1, NULL, 0), PMIX_SUCCESS);
	peer_step("disconnect");
	expect("disconnect", PMIx_Disconnect(&all, 1, NULL, 0), PMIX_SUCCESS);
	peer_fence("fence after disconnect", false);
}

static void answered(pmix_status_t status, pmix_info_t *infos, size_t count, void *data, pmix_release_cbfunc_t release, void *release_data)
{
	(void) infos, (void) count, (void) data;
	check(status == PMIX_SUCCESS, "answer", "%s", PMIx_Error_string(status));
	if (release != NULL)
		release(release_data);
}

static void join(void)
{
	await("invitation", &invited, 1);
	peer_step("join");
	expect("join", PMIx_Group_join_nb("party", &leader, PMIX_GROUP_ACCEPT, NULL, 0, answered, NULL), PMIX_SUCCESS);
	await("complete group", &completed, 1);
}

int main(int argc, char **argv)
{
	peer_init("probe");
	exchange();
	names();
	connect_all();
	const char *without = argc < 2 ? "" : argv[1];
	if (strcmp(without, "--plain") != 0)
		events();
	if (without[0] == 0) {
		group();
		join();
		peer_fence("last fence", false);
	}
	return peer_finalize("%s", "");
}
