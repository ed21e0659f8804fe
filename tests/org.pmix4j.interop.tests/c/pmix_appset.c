// SPDX-License-Identifier: EPL-2.0
// Process sets of applications: every rank gets the event about its set although the set was defined before it started, finds the set by
// PMIx_Get and by query, and its members, too; rank 0 may then spawn a program with a set of its own, and gets the events about its definition and deletion.
//
// usage: pmix_appset NAME MEMBERS [SPAWNED_NAME]
#include "spawn_peer.h"

static struct peer_set {
	char name[64];
	size_t members;
} sets[16];
static int defined;
static char deleted[64];

static void on_set(size_t id, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t *results, size_t result_count, pmix_event_notification_cbfunc_fn_t done, void *data)
{
	(void) id, (void) source, (void) results, (void) result_count;
	pthread_mutex_lock(&peer_lock);
	struct peer_set *set = &sets[defined % 16];
	for (size_t i = 0; i < count; i++) {
		if (PMIX_CHECK_KEY(&infos[i], PMIX_PSET_NAME))
			snprintf(code == PMIX_PROCESS_SET_DEFINE ? set->name : deleted, sizeof set->name, "%s", infos[i].value.data.string);
		else if (PMIX_CHECK_KEY(&infos[i], PMIX_PSET_MEMBERS))
			set->members = infos[i].value.data.darray->size;
	}
	if (code == PMIX_PROCESS_SET_DEFINE)
		defined++;
	pthread_cond_broadcast(&peer_changed);
	pthread_mutex_unlock(&peer_lock);
	done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

static void await_set(const char *name, size_t members)
{
	int found = -1;
	peer_step("event about a set");
	pthread_mutex_lock(&peer_lock);
	while (found < 0) {
		for (int i = 0; i < defined && i < 16 && found < 0; i++)
			if (strcmp(sets[i].name, name) == 0)
				found = i;
		if (found < 0)
			pthread_cond_wait(&peer_changed, &peer_lock);
	}
	check(sets[found].members == members, name, "%zu members instead of %zu", sets[found].members, members);
	pthread_mutex_unlock(&peer_lock);
}

static void query_members(const char *name, size_t members)
{
	pmix_query_t query;
	pmix_info_t *results = NULL;
	size_t count = 0;
	pmix_status_t status;
	PMIX_QUERY_CONSTRUCT(&query);
	PMIX_ARGV_APPEND(status, query.keys, PMIX_QUERY_PSET_MEMBERSHIP);
	PMIX_QUERY_QUALIFIERS_CREATE(&query, 1);
	PMIX_INFO_LOAD(&query.qualifiers[0], PMIX_PSET_NAME, name, PMIX_STRING);
	status = PMIx_Query_info(&query, 1, &results, &count);
	if (expect("membership", status, PMIX_SUCCESS))
		check(count == 1 && results[0].value.type == PMIX_DATA_ARRAY && results[0].value.data.darray->type == PMIX_PROC
				&& results[0].value.data.darray->size == members, "membership", "%zu answers", count);
	PMIX_QUERY_DESTRUCT(&query);
}

// Gets the name and the members of the own set, which a rank finds by its own name and by that of its job.
static void get_members(pmix_rank_t rank, const char *name, size_t members)
{
	pmix_value_t *value;
	if (expect("get name", peer_get(rank, PMIX_PSET_NAME, NULL, 0, &value), PMIX_SUCCESS)) {
		check(strcmp(value->data.string, name) == 0, "get name", "%s", value->data.string);
		PMIX_VALUE_RELEASE(value);
	}
	if (!expect("get members", peer_get(rank, PMIX_PSET_MEMBERS, NULL, 0, &value), PMIX_SUCCESS))
		return;
	bool own = false;
	if (check(value->type == PMIX_DATA_ARRAY && value->data.darray->type == PMIX_PROC && value->data.darray->size == members, "get members",
			"not %zu processes", members)) {
		const pmix_proc_t *procs = value->data.darray->array;
		for (size_t i = 0; i < members; i++)
			own |= PMIX_CHECK_PROCID(&procs[i], &peer_me);
		check(own, "get members", "not this rank");
	}
	PMIX_VALUE_RELEASE(value);
}

static void spawn_set(const char *name)
{
	pmix_app_t *app = peer_app("/bin/true", 2, NULL, NULL);
	pmix_nspace_t nspace;
	app->ninfo = 1;
	PMIX_INFO_CREATE(app->info, 1);
	PMIX_INFO_LOAD(app->info, PMIX_PSET_NAME, name, PMIX_STRING);
	PMIX_INFO_REQUIRED(app->info);
	peer_step("PMIx_Spawn");
	if (!expect("spawn", PMIx_Spawn(NULL, 0, app, 1, nspace), PMIX_SUCCESS))
		return;
	await_set(name, 2);
	peer_step("end of the set");
	pthread_mutex_lock(&peer_lock);
	while (strcmp(deleted, name) != 0)
		pthread_cond_wait(&peer_changed, &peer_lock);
	pthread_mutex_unlock(&peer_lock);
}

int main(int argc, char **argv)
{
	pmix_status_t codes[] = {PMIX_PROCESS_SET_DEFINE, PMIX_PROCESS_SET_DELETE};
	size_t members = (size_t) peer_argument(argc, argv, 2, 1);
	peer_init("pmix_appset");
	check(PMIx_Register_event_handler(codes, 2, NULL, 0, on_set, NULL, NULL) >= 0, "register for sets", "refused");
	await_set(argv[1], members);
	char *names = peer_get_string(peer_me.rank, PMIX_PSET_NAMES);
	check(strcmp(names, argv[1]) == 0, "own sets", "%s", names);
	free(names);
	query_members(argv[1], members);
	if (PMIX_VERSION_MAJOR >= 5) // libpmix 4.2 finds data of programs under the name of the job only
		get_members(peer_me.rank, argv[1], members);
	get_members(PMIX_RANK_WILDCARD, argv[1], members);
	if (argc > 3 && peer_me.rank == 0)
		spawn_set(argv[3]);
	peer_fence("end", false);
	return peer_finalize("in %s", argv[1]);
}
