// SPDX-License-Identifier: EPL-2.0
// Groups whose members are invited, decline, and die: five ranks, of which four kill themselves one after another, so that the launcher
// must let the others continue.
#include "pmix_peer.h"

#include <pthread.h>
#include <signal.h>

enum { RANKS = 5, TOLD = 32 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct { pmix_status_t code; pmix_rank_t affected; char group[64]; } events[TOLD];
static int told;

static void note(size_t id, pmix_status_t status, const pmix_proc_t *source, pmix_info_t infos[], size_t count, pmix_info_t *results,
		size_t nresults, pmix_event_notification_cbfunc_fn_t done, void *data)
{
	(void) id, (void) results, (void) nresults;
	pthread_mutex_lock(&lock);
	int i = told < TOLD - 1 ? told++ : told;
	events[i].code = status;
	events[i].affected = source->rank;
	for (size_t n = 0; n < count; n++) {
		if (PMIX_CHECK_KEY(&infos[n], PMIX_EVENT_AFFECTED_PROC))
			events[i].affected = infos[n].value.data.proc->rank;
		if (PMIX_CHECK_KEY(&infos[n], PMIX_GROUP_ID))
			snprintf(events[i].group, sizeof events[i].group, "%s", infos[n].value.data.string);
	}
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	if (done != NULL)
		done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

// Waits for such an event of such a group, and removes it; returns the rank that it is about.
static pmix_rank_t await(const char *name, pmix_status_t code, const char *group)
{
	pmix_rank_t rank = PMIX_RANK_UNDEF;
	peer_step(name);
	pthread_mutex_lock(&lock);
	while (rank == PMIX_RANK_UNDEF) {
		for (int i = 0; i < told && rank == PMIX_RANK_UNDEF; i++)
			if (events[i].code == code && strcmp(events[i].group, group) == 0) {
				rank = events[i].affected;
				events[i].code = PMIX_SUCCESS;
			}
		if (rank == PMIX_RANK_UNDEF)
			pthread_cond_wait(&changed, &lock);
	}
	pthread_mutex_unlock(&lock);
	return rank;
}

static void die(void)
{
	fflush(stdout);
	raise(SIGKILL);
}

static void answered(pmix_status_t status, pmix_info_t *infos, size_t count, void *data, pmix_release_cbfunc_t release, void *object)
{
	(void) status, (void) infos, (void) count, (void) data;
	if (release != NULL)
		release(object);
}

static void join(const char *group, pmix_group_opt_t how)
{
	pmix_proc_t inviter = peer_proc(await("invitation", PMIX_GROUP_INVITED, group));
	peer_step("join");
	expect("join", PMIx_Group_join_nb(group, &inviter, how, NULL, 0, answered, NULL), PMIX_SUCCESS);
}

static void construct(const char *name, const char *directive, size_t members, size_t survivors)
{
	pmix_proc_t procs[RANKS];
	pmix_info_t info, *results = NULL;
	size_t count = 0;
	for (pmix_rank_t rank = 0; rank < members; rank++)
		procs[rank] = peer_proc(rank);
	peer_flag(&info, directive);
	peer_step(name);
	expect(name, PMIx_Group_construct(name, procs, members, &info, 1, &results, &count), PMIX_SUCCESS);
	for (size_t i = 0; i < count; i++)
		if (PMIX_CHECK_KEY(&results[i], PMIX_GROUP_MEMBERSHIP))
			check(results[i].value.data.darray->size == survivors, name, "%zu members", results[i].value.data.darray->size);
}

// Ranks 0 and 1 form a group by invitation, and read each other's data by group rank.
static void invitation_is_accepted(void)
{
	pmix_proc_t procs[] = {peer_proc(0), peer_proc(1)}, all;
	pmix_info_t *results = NULL;
	size_t count = 0;
	pmix_value_t *value;
	if (peer_me.rank > 1)
		return;
	if (peer_me.rank == 0) {
		peer_step("PMIx_Group_invite");
		expect("invite", PMIx_Group_invite("pair", procs, 2, NULL, 0, &results, &count), PMIX_SUCCESS);
	} else {
		join("pair", PMIX_GROUP_ACCEPT);
		await("group is complete", PMIX_GROUP_CONSTRUCT_COMPLETE, "pair");
	}
	PMIX_LOAD_PROCID(&all, "pair", PMIX_RANK_WILDCARD);
	peer_step("fence over the group");
	expect("fence over the group", PMIx_Fence(&all, 1, NULL, 0), PMIX_SUCCESS);
	PMIX_LOAD_PROCID(&all, "pair", 1 - peer_me.rank);
	peer_step("get from the other");
	if (expect("get from the other", PMIx_Get(&all, "mine", NULL, 0, &value), PMIX_SUCCESS)) {
		check(value->data.uint32 == 100 + 1 - peer_me.rank, "value of the other", "%u", value->data.uint32);
		PMIX_VALUE_RELEASE(value);
	}
}

static void invite(const char *group, pmix_rank_t other)
{
	pmix_proc_t procs[] = {peer_proc(peer_me.rank), peer_proc(other)};
	peer_step("PMIx_Group_invite_nb");
	expect("invite", PMIx_Group_invite_nb(group, procs, 2, NULL, 0, answered, NULL), PMIX_SUCCESS);
}

// Notifies rank 0, because the inviter's library does not report that a process declined.
static void give_word(const char *group)
{
	pmix_info_t infos[2];
	pmix_proc_t leader = peer_proc(0);
	PMIX_INFO_LOAD(&infos[0], PMIX_EVENT_CUSTOM_RANGE, &leader, PMIX_PROC);
	PMIX_INFO_LOAD(&infos[1], PMIX_GROUP_ID, group, PMIX_STRING);
	peer_step("PMIx_Notify_event");
	pmix_status_t status = PMIx_Notify_event(PMIX_GROUP_MEMBERSHIP_UPDATE, &peer_me, PMIX_RANGE_CUSTOM, infos, 2, NULL, NULL);
	check(status == PMIX_SUCCESS || status == PMIX_OPERATION_SUCCEEDED, "word", "%s", PMIx_Error_string(status));
}

int main(void)
{
	pmix_status_t codes[] = {PMIX_GROUP_INVITED, PMIX_GROUP_CONSTRUCT_COMPLETE, PMIX_GROUP_MEMBERSHIP_UPDATE, PMIX_GROUP_INVITE_FAILED,
			PMIX_GROUP_LEADER_FAILED, PMIX_GROUP_MEMBER_FAILED};
	peer_init("pmix_group_life");
	PMIx_Register_event_handler(codes, sizeof codes / sizeof *codes, NULL, 0, note, NULL, NULL);
	uint32_t mine = 100 + peer_me.rank;
	peer_put(PMIX_GLOBAL, "mine", &mine, PMIX_UINT32);
	expect("commit", PMIx_Commit(), PMIX_SUCCESS);
	peer_fence("all are here", false);
	invitation_is_accepted();

	construct("watched", PMIX_GROUP_NOTIFY_TERMINATION, RANKS, RANKS);
	if (peer_me.rank == 4)
		die();
	check(await("death of a member", PMIX_GROUP_MEMBER_FAILED, "watched") == 4, "death of a member", "of another one");

	if (peer_me.rank == 3)
		die();
	construct("tolerant", PMIX_GROUP_FT_COLLECTIVE, 4, 3);

	if (peer_me.rank == 0) {
		invite("declined", 1);
		await("word of the other", PMIX_GROUP_MEMBERSHIP_UPDATE, "declined");
		invite("fatal", 2);
		check(await("death of the invited", PMIX_GROUP_INVITE_FAILED, "fatal") == 2, "death of the invited", "of another one");
		invite("leaderless", 1);
		await("word of the other", PMIX_GROUP_MEMBERSHIP_UPDATE, "leaderless");
		die();
	} else if (peer_me.rank == 1) {
		join("declined", PMIX_GROUP_DECLINE);
		give_word("declined");
		await("invitation", PMIX_GROUP_INVITED, "leaderless");
		give_word("leaderless");
		check(await("death of the leader", PMIX_GROUP_LEADER_FAILED, "leaderless") == 0, "death of the leader", "of another one");
	} else {
		await("invitation", PMIX_GROUP_INVITED, "fatal");
		die();
	}
	return peer_finalize("alone");
}
