// SPDX-License-Identifier: EPL-2.0
// What libpmix 7.0 adds: a rank deletes a key and publishes it again, and every other rank sees both; groups by invitation, one that all
// accept, one that the last rank declines, and one that it leaves unanswered. Needs 3 ranks or more, and libpmix 7.0.

#include "pmix_peer.h"

#include <pthread.h>

#define KEY "seven.key"

enum { LATE_SECONDS = 2 };

typedef struct {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	int invited, accepted, failed, complete;
} told_t;

static told_t told = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void count(int *counter)
{
	pthread_mutex_lock(&told.lock);
	++*counter;
	pthread_cond_broadcast(&told.changed);
	pthread_mutex_unlock(&told.lock);
}

static void await(const char *step, int *counter, int wanted)
{
	peer_step(step);
	pthread_mutex_lock(&told.lock);
	while (*counter < wanted)
		pthread_cond_wait(&told.changed, &told.lock);
	check(*counter == wanted, step, "%d events instead of %d", *counter, wanted);
	*counter = 0;
	pthread_mutex_unlock(&told.lock);
}

static void event(size_t id, pmix_status_t status, const pmix_proc_t *source, pmix_info_t info[], size_t ninfo, pmix_info_t *results,
	size_t nresults, pmix_event_notification_cbfunc_fn_t done, void *data)
{
	(void) id, (void) source, (void) info, (void) ninfo, (void) results, (void) nresults;
	if (status == PMIX_GROUP_INVITED)
		count(&told.invited);
	else if (status == PMIX_GROUP_INVITE_ACCEPTED)
		count(&told.accepted);
	else if (status == PMIX_GROUP_INVITE_FAILED)
		count(&told.failed);
	else if (status == PMIX_GROUP_CONSTRUCT_COMPLETE)
		count(&told.complete);
	if (done != NULL)
		done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

static bool readable(uint32_t *number)
{
	pmix_value_t *value;
	pmix_info_t limit;
	peer_seconds(&limit, PMIX_TIMEOUT, 1);
	if (peer_get(0, KEY, &limit, 1, &value) != PMIX_SUCCESS)
		return false;
	*number = value->data.uint32;
	PMIX_VALUE_RELEASE(value);
	return true;
}

static void publish(uint32_t number)
{
	peer_put(PMIX_GLOBAL, KEY, &number, PMIX_UINT32);
	expect("PMIx_Commit", PMIx_Commit(), PMIX_SUCCESS);
}

static void delete_key(void)
{
	uint32_t number = 0;
	if (peer_me.rank == 0)
		publish(1);
	peer_fence("fence after the put", true);
	check(readable(&number) && number == 1, "get", "%u", number);
	peer_fence("fence before the deletion", false);
	if (peer_me.rank == 0) {
		expect("deletion", PMIx_Put(PMIX_DEL_GLOBAL, KEY, NULL), PMIX_SUCCESS);
		expect("PMIx_Commit", PMIx_Commit(), PMIX_SUCCESS);
	}
	peer_fence("fence after the deletion", true);
	peer_step("get of a deleted key");
	while (readable(&number))
		;
	peer_fence("fence before the second put", false);
	if (peer_me.rank == 0)
		publish(2);
	peer_fence("fence after the second put", true);
	check(readable(&number) && number == 2, "get of the second value", "%u", number);
}

// The last rank gives this answer, or none.
static void group(const char *name, pmix_group_opt_t answer, bool answers, pmix_info_t *infos, size_t count_of_infos)
{
	bool is_last = peer_me.rank == peer_size - 1, all = answers && answer == PMIX_GROUP_ACCEPT;
	pmix_info_t *results = NULL;
	size_t result_count = 0;
	if (peer_me.rank == 0) {
		pmix_proc_t *procs = calloc(peer_size, sizeof *procs);
		for (uint32_t rank = 0; rank < peer_size; rank++)
			procs[rank] = peer_proc(rank);
		peer_step(name);
		expect(name, PMIx_Group_invite(name, procs, peer_size, infos, count_of_infos, &results, &result_count), PMIX_SUCCESS);
		free(procs);
		await("accepted", &told.accepted, (int) peer_size - 1 - !all);
		if (!all)
			await("declined", &told.failed, 1);
		await("complete", &told.complete, 1);
	} else {
		await("invited", &told.invited, 1);
		pmix_proc_t leader = peer_proc(0);
		pmix_status_t wanted = is_last && !all ? PMIX_ERR_PROC_ABORTED : PMIX_SUCCESS;
		if (!is_last || answers) {
			peer_step(name);
			pmix_status_t status = PMIx_Group_join(name, &leader, is_last ? answer : PMIX_GROUP_ACCEPT, NULL, 0, &results, &result_count);
			check(status == wanted || wanted != PMIX_SUCCESS, name, "%s", PMIx_Error_string(status));
		}
		if (!is_last || all)
			await("complete", &told.complete, 1);
	}
	if (!is_last || all)
		expect("destruct", PMIx_Group_destruct(name, NULL, 0), PMIX_SUCCESS);
	pthread_mutex_lock(&told.lock);
	told.invited = 0; // before the fence: the next invitation may come right after it
	pthread_mutex_unlock(&told.lock);
	peer_fence("fence after a group", false);
	pthread_mutex_lock(&told.lock);
	check(told.complete == 0, name, "%d late or wrong events", told.complete);
	pthread_mutex_unlock(&told.lock);
}

int main(void)
{
	peer_init("pmix_seven");
	pmix_status_t codes[] = {PMIX_GROUP_INVITED, PMIX_GROUP_INVITE_ACCEPTED, PMIX_GROUP_INVITE_FAILED, PMIX_GROUP_CONSTRUCT_COMPLETE};
	check(PMIx_Register_event_handler(codes, 4, NULL, 0, event, NULL, NULL) >= 0, "PMIx_Register_event_handler", "refused");
	delete_key();

	pmix_info_t infos[2];
	int seconds = LATE_SECONDS;
	peer_flag(&infos[0], PMIX_GROUP_OPTIONAL);
	PMIX_INFO_LOAD(&infos[1], PMIX_TIMEOUT, &seconds, PMIX_INT);
	group("all", PMIX_GROUP_ACCEPT, true, NULL, 0);
	group("declined", PMIX_GROUP_DECLINE, true, infos, 1);
	group("unanswered", PMIX_GROUP_DECLINE, false, infos, 2);
	return peer_finalize("deletion and invitations");
}
