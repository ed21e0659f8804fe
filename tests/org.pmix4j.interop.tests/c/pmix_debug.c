// SPDX-License-Identifier: EPL-2.0
// A debugger and its job: spawns itself so that the ranks stop, waits for the one event that reports so, makes sure that no rank has
// continued, releases them, and sees each of them continue.
//
// usage: pmix_debug [init|app|apart|NAME] [RANKS] [PROGRAM]     default init 2 and itself; to be run with one rank
//        pmix_debug alone                                 a debugged program that another debugger releases
//   init  the library stops in PMIx_Init
//   app   the program stops at the first of its own breakpoints, "here" and "there", as PMIX_DEBUG_STOP_IN_APP requests
//   apart as app, but ranks with odd numbers do not come to "here"
//   NAME  the program stops at its breakpoint of that name
//
// Known: mpirun 4.1.4 never reports that the ranks have stopped.

#include "pmix_peer.h"

#include <errno.h>
#include <pthread.h>

enum { WAIT_SECONDS = 20 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned events;
static char job[PMIX_MAX_NSLEN + 1];
static char place[PMIX_MAX_KEYLEN + 1];

static void on_event(size_t registration, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t results[], size_t result_count, pmix_event_notification_cbfunc_fn_t done, void *data)
{
	(void) registration;
	(void) code;
	(void) source;
	(void) results;
	(void) result_count;
	pthread_mutex_lock(&lock);
	events++;
	for (size_t i = 0; i < count; i++)
		if (PMIX_CHECK_KEY(&infos[i], PMIX_NSPACE))
			PMIX_LOAD_NSPACE(job, infos[i].value.data.string);
		else if (PMIX_CHECK_KEY(&infos[i], PMIX_BREAKPOINT))
			snprintf(place, sizeof place, "%s", infos[i].value.data.string);
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

static void listen_for(pmix_status_t code)
{
	pmix_status_t registration = PMIx_Register_event_handler(&code, 1, NULL, 0, on_event, NULL, NULL);
	check(registration >= 0, "PMIx_Register_event_handler", "%s", PMIx_Error_string(registration));
}

static void wait_for_event(const char *name)
{
	struct timespec limit;
	int error = 0;
	peer_step(name);
	clock_gettime(CLOCK_REALTIME, &limit);
	limit.tv_sec += WAIT_SECONDS;
	pthread_mutex_lock(&lock);
	while (events == 0 && error != ETIMEDOUT)
		error = pthread_cond_timedwait(&changed, &lock, &limit);
	check(events == 1, name, "%u events", events);
	pthread_mutex_unlock(&lock);
}

static void raise_event(const char *name, pmix_status_t code, pmix_data_range_t range, pmix_info_t *infos, size_t count)
{
	pmix_status_t status = PMIx_Notify_event(code, &peer_me, range, infos, count, NULL, NULL);
	check(status == PMIX_SUCCESS || status == PMIX_OPERATION_SUCCEEDED, name, "%s", PMIx_Error_string(status));
}

static void publish(const char *what, unsigned rank)
{
	char key[64];
	pmix_info_t info;
	snprintf(key, sizeof key, "pmix_debug.%s.%u", what, rank);
	PMIX_INFO_LOAD(&info, key, "on", PMIX_STRING);
	expect("PMIx_Publish", PMIx_Publish(&info, 1), PMIX_SUCCESS);
}

static pmix_status_t look_for(const char *what, unsigned rank, bool wait)
{
	pmix_pdata_t data;
	pmix_info_t infos[2];
	PMIX_PDATA_CONSTRUCT(&data);
	snprintf(data.key, sizeof data.key, "pmix_debug.%s.%u", what, rank);
	peer_flag(&infos[0], PMIX_WAIT);
	peer_seconds(&infos[1], PMIX_TIMEOUT, WAIT_SECONDS);
	pmix_status_t status = PMIx_Lookup(&data, 1, infos, wait ? 2 : 0);
	PMIX_PDATA_DESTRUCT(&data);
	return status;
}

// Stops at a breakpoint if it is the one that the job data and the environment name, or they name none. Returns whether it has stopped.
static bool stop_at(const char *name)
{
	const char *wanted = getenv("PMIX_BREAKPOINT");
	pmix_value_t *value = NULL;
	pmix_info_t infos[2];
	if (peer_get(PMIX_RANK_WILDCARD, PMIX_DEBUG_STOP_IN_APP, NULL, 0, &value) != PMIX_SUCCESS)
		return false;
	PMIX_VALUE_RELEASE(value);
	if (wanted != NULL) {
		char *told = peer_get_string(PMIX_RANK_WILDCARD, PMIX_BREAKPOINT);
		check(strcmp(told, wanted) == 0, "breakpoint", "'%s' in the job data, '%s' in the environment", told, wanted);
		free(told);
	}
	if (wanted != NULL && strcmp(wanted, name) != 0)
		return false;
	listen_for(PMIX_DEBUGGER_RELEASE);
	PMIX_INFO_LOAD(&infos[0], PMIX_BREAKPOINT, name, PMIX_STRING);
	peer_flag(&infos[1], PMIX_EVENT_NON_DEFAULT);
	raise_event("ready for debug", PMIX_DEBUG_WAITING_FOR_NOTIFY, PMIX_RANGE_RM, infos, 2);
	wait_for_event("release");
	return true;
}

// A debugged rank: publishes that it has come this far. Published data end with their publisher, so it stays until they were seen.
static int target(bool alone, bool apart)
{
	peer_init("pmix_debug_target");
	const char *stopped = !(apart && peer_me.rank % 2 == 1) && stop_at("here") ? "here" : stop_at("there") ? "there" : "nowhere";
	if (!alone) {
		publish("runs", peer_me.rank);
		expect("sight of the debugger", look_for("seen", 0, true), PMIX_SUCCESS);
	}
	peer_fence("fence of the targets", false);
	return peer_finalize("stopped %s", stopped);
}

static void spawn(char *program, const char *stop, unsigned ranks)
{
	pmix_app_t app;
	pmix_info_t infos[3];
	pmix_rank_t all = PMIX_RANK_WILDCARD;
	pmix_nspace_t nspace;
	bool in_init = strcmp(stop, "init") == 0;
	bool apart = strcmp(stop, "apart") == 0;
	char *arguments[] = {program, apart ? "parted" : "target", NULL};
	bool is_named = !in_init && !apart && strcmp(stop, "app") != 0;
	PMIX_APP_CONSTRUCT(&app);
	app.cmd = program;
	app.argv = arguments;
	app.maxprocs = (int) ranks;
	PMIX_INFO_LOAD(&infos[0], in_init ? PMIX_DEBUG_STOP_IN_INIT : PMIX_DEBUG_STOP_IN_APP, &all, PMIX_PROC_RANK);
	peer_flag(&infos[1], PMIX_NOTIFY_COMPLETION);
	PMIX_INFO_LOAD(&infos[2], PMIX_BREAKPOINT, stop, PMIX_STRING);
	peer_step("PMIx_Spawn");
	expect("PMIx_Spawn", PMIx_Spawn(infos, is_named ? 3 : 2, &app, 1, nspace), PMIX_SUCCESS);
	wait_for_event("ready for debug");
	const char *wanted = in_init ? "pmix-init" : is_named ? stop : apart ? "here, there" : "here";
	bool is_right = strcmp(place, wanted) == 0 || (apart && strcmp(place, "there, here") == 0);
	check(is_right, "breakpoint of the event", "'%s' instead of '%s'", place, wanted);
	check(strcmp(job, nspace) == 0, "namespace of the event", "%s instead of %s", job, nspace);
}

static void release(void)
{
	pmix_proc_t everybody;
	pmix_info_t infos[2];
	PMIX_LOAD_PROCID(&everybody, job, PMIX_RANK_WILDCARD);
	PMIX_INFO_LOAD(&infos[0], PMIX_EVENT_CUSTOM_RANGE, &everybody, PMIX_PROC);
	peer_flag(&infos[1], PMIX_EVENT_NON_DEFAULT);
	raise_event("release", PMIX_DEBUGGER_RELEASE, PMIX_RANGE_CUSTOM, infos, 2);
}

int main(int argc, char **argv)
{
	const char *stop = argc > 1 ? argv[1] : "init";
	unsigned ranks = (unsigned) peer_argument(argc, argv, 2, 2);
	if (strcmp(stop, "target") == 0 || strcmp(stop, "alone") == 0 || strcmp(stop, "parted") == 0)
		return target(strcmp(stop, "alone") == 0, strcmp(stop, "parted") == 0);
	peer_init("pmix_debug");
	listen_for(PMIX_READY_FOR_DEBUG);
	spawn(argv[argc > 3 ? 3 : 0], stop, ranks);
	for (unsigned rank = 0; rank < ranks; rank++)
		expect("a rank that is held", look_for("runs", rank, false), PMIX_ERR_NOT_FOUND);
	release();
	peer_step("released ranks");
	for (unsigned rank = 0; rank < ranks; rank++)
		expect("a rank that is released", look_for("runs", rank, true), PMIX_SUCCESS);
	publish("seen", 0);
	return peer_finalize("%s", "");
}
