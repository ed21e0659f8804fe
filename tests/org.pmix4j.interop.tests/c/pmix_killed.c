// SPDX-License-Identifier: EPL-2.0
// The last rank kills itself by SIGKILL in the middle of a step; the others, which take the same step or wait for its result, must return
// with any status, and must then be able to communicate.
//
// usage: pmix_killed STEP RANKS [MICROSECONDS]     at least 3 ranks, launched so that a dead rank does not end the job
//   init finalize     killed in that call, init after MICROSECONDS  commit      killed after it has requested a commit
//   fence collect     killed when it has entered the fence       get         killed while the others wait for its commit
//   connect           killed when it has entered connect         disconnect  the same after all have connected
//   group destruct    killed in the construction, the end of a group
//   event             killed while it is flooded with events     lookup      killed while it waits for a name
//   spawn             killed after it has requested a spawn

#include "pmix_peer.h"

#include <pthread.h>
#include <signal.h>

static bool is_victim;
static pmix_proc_t everybody;

static void ignore(pmix_status_t status, void *data)
{
	(void) status;
	(void) data;
}

static void ignore_infos(pmix_status_t status, pmix_info_t *infos, size_t count, void *data, pmix_release_cbfunc_t release, void *more)
{
	(void) status;
	(void) infos;
	(void) count;
	(void) data;
	if (release != NULL)
		release(more);
}

static void ignore_spawn(pmix_status_t status, char *nspace, void *data)
{
	(void) status;
	(void) nspace;
	(void) data;
}

static void ignore_lookup(pmix_status_t status, pmix_pdata_t *found, size_t count, void *data)
{
	(void) status;
	(void) found;
	(void) count;
	(void) data;
}

static void die(void)
{
	usleep(20000); // usually enough for the request to leave; the checks hold without it as well
	raise(SIGKILL);
}

static void *die_soon(void *microseconds)
{
	usleep((useconds_t) (uintptr_t) microseconds);
	raise(SIGKILL);
	return NULL;
}

static void die_within(useconds_t microseconds)
{
	pthread_t thread;
	pthread_create(&thread, NULL, die_soon, (void *) (uintptr_t) microseconds);
}

static void on_event(size_t registration, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t results[], size_t result_count, pmix_event_notification_cbfunc_fn_t done, void *data)
{
	(void) registration;
	(void) code;
	(void) source;
	(void) infos;
	(void) count;
	(void) results;
	(void) result_count;
	if (is_victim)
		raise(SIGKILL);
	done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

static void fence(bool collect)
{
	pmix_info_t info;
	PMIX_INFO_LOAD(&info, PMIX_COLLECT_DATA, &collect, PMIX_BOOL);
	if (is_victim) {
		PMIx_Fence_nb(&everybody, 1, &info, 1, ignore, NULL);
		die();
	}
	usleep(100000);
	PMIx_Fence(&everybody, 1, &info, 1);
}

static void commit(void)
{
	uint64_t number = 1;
	peer_put(PMIX_GLOBAL, "number", &number, PMIX_UINT64);
	PMIx_Commit();
	if (is_victim)
		raise(SIGKILL);
	fence(true);
}

static void get(void)
{
	pmix_value_t *value;
	if (is_victim)
		die();
	check(peer_get(peer_size - 1, "never put", NULL, 0, &value) != PMIX_SUCCESS, "PMIx_Get", "found something");
}

static void connect(bool first_connect)
{
	if (first_connect)
		expect("PMIx_Connect", PMIx_Connect(&everybody, 1, NULL, 0), PMIX_SUCCESS);
	if (is_victim) {
		if (first_connect)
			PMIx_Disconnect_nb(&everybody, 1, NULL, 0, ignore, NULL);
		else
			PMIx_Connect_nb(&everybody, 1, NULL, 0, ignore, NULL);
		die();
	}
	if (first_connect)
		PMIx_Disconnect(&everybody, 1, NULL, 0);
	else
		PMIx_Connect(&everybody, 1, NULL, 0);
}

static void group(bool destruct)
{
	char name[] = "interop group";
	pmix_info_t *results;
	size_t count;
	if (destruct)
		expect("PMIx_Group_construct", PMIx_Group_construct(name, &everybody, 1, NULL, 0, &results, &count), PMIX_SUCCESS);
	if (is_victim) {
		if (destruct)
			PMIx_Group_destruct_nb(name, NULL, 0, ignore, NULL);
		else
			PMIx_Group_construct_nb(name, &everybody, 1, NULL, 0, ignore_infos, NULL);
		die();
	}
	if (destruct)
		PMIx_Group_destruct(name, NULL, 0);
	else
		PMIx_Group_construct(name, &everybody, 1, NULL, 0, &results, &count);
}

static void event(void)
{
	pmix_status_t code = -5000;
	PMIx_Register_event_handler(&code, 1, NULL, 0, on_event, NULL, NULL);
	peer_fence("fence before events", false);
	if (is_victim)
		pause();
	for (int i = 0; i < 500; i++)
		PMIx_Notify_event(code, &peer_me, PMIX_RANGE_NAMESPACE, NULL, 0, NULL, NULL);
}

static void lookup(void)
{
	int all = 1;
	char key[] = "interop never";
	char *keys[] = {key, NULL};
	pmix_info_t info;
	PMIX_INFO_LOAD(&info, PMIX_WAIT, &all, PMIX_INT);
	if (is_victim) {
		PMIx_Lookup_nb(keys, &info, 1, ignore_lookup, NULL);
		die();
	}
}

static void spawn(void)
{
	pmix_app_t app;
	char command[] = "/bin/true";
	char *arguments[] = {command, NULL};
	PMIX_APP_CONSTRUCT(&app);
	app.cmd = command;
	app.argv = arguments;
	app.maxprocs = 1;
	if (is_victim) {
		PMIx_Spawn_nb(NULL, 0, &app, 1, ignore_spawn, NULL);
		raise(SIGKILL);
	}
}

static void do_step(const char *step)
{
	if (strcmp(step, "fence") == 0)
		fence(false);
	else if (strcmp(step, "collect") == 0)
		fence(true);
	else if (strcmp(step, "commit") == 0)
		commit();
	else if (strcmp(step, "get") == 0)
		get();
	else if (strcmp(step, "connect") == 0)
		connect(false);
	else if (strcmp(step, "disconnect") == 0)
		connect(true);
	else if (strcmp(step, "group") == 0)
		group(false);
	else if (strcmp(step, "destruct") == 0)
		group(true);
	else if (strcmp(step, "event") == 0)
		event();
	else if (strcmp(step, "lookup") == 0)
		lookup();
	else if (strcmp(step, "spawn") == 0)
		spawn();
	else if (strcmp(step, "init") != 0 && strcmp(step, "finalize") != 0)
		check(false, "usage", "unknown step %s", step);
}

int main(int argc, char **argv)
{
	const char *step = argc > 1 ? argv[1] : "init";
	const char *rank = getenv("PMIX_RANK");
	is_victim = rank != NULL && atoi(rank) == peer_argument(argc, argv, 2, 3) - 1;
	if (is_victim && strcmp(step, "init") == 0)
		die_within((useconds_t) peer_argument(argc, argv, 3, 3000));
	peer_init("pmix_killed");
	PMIX_LOAD_PROCID(&everybody, peer_me.nspace, PMIX_RANK_WILDCARD);
	if (strcmp(step, "init") != 0)
		peer_fence("fence of all", false);
	peer_step(step);
	do_step(step);
	if (is_victim) {
		die_within(100);
		if (strcmp(step, "finalize") == 0)
			PMIx_Finalize(NULL, 0);
		pause();
	}
	peer_step("survivors");
	pmix_proc_t *survivors = calloc(peer_size - 1, sizeof *survivors);
	if (survivors == NULL)
		exit(EXIT_FAILURE);
	for (pmix_rank_t i = 0; i < peer_size - 1; i++)
		survivors[i] = peer_proc(i);
	expect("fence of the survivors", PMIx_Fence(survivors, peer_size - 1, NULL, 0), PMIX_SUCCESS);
	free(survivors);
	return peer_finalize("step=%s", step);
}
