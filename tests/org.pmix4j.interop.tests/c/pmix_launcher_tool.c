// SPDX-License-Identifier: EPL-2.0
// A tool that starts a launcher and follows it by events alone: the launcher is ready for directives, then its job is complete.
//
// usage: pmix_launcher_tool LAUNCHER [ARGUMENT]...
//
// Known: prterun 3.0 raises neither event.
#include "tool_peer.h"

#include <errno.h>
#include <pthread.h>

enum { WAIT_SECONDS = 60 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pmix_nspace_t launcher;
static unsigned ready, complete;

static void note(size_t registration, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t results[], size_t result_count, pmix_event_notification_cbfunc_fn_t done, void *data)
{
	(void) registration, (void) infos, (void) count, (void) results, (void) result_count;
	pthread_mutex_lock(&lock);
	if (code == PMIX_LAUNCHER_READY) {
		check(source->rank == 0, "source of PMIX_LAUNCHER_READY", "rank %u", source->rank);
		ready++;
	} else {
		complete++;
	}
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

static void await(const char *name, const unsigned *events)
{
	struct timespec limit;
	int error = 0;
	peer_step(name);
	clock_gettime(CLOCK_REALTIME, &limit);
	limit.tv_sec += WAIT_SECONDS;
	pthread_mutex_lock(&lock);
	while (*events == 0 && error != ETIMEDOUT)
		error = pthread_cond_timedwait(&changed, &lock, &limit);
	unsigned now = *events;
	pthread_mutex_unlock(&lock);
	check(now == 1, name, "%u events", now);
}

static void start_launcher(int argc, char **argv)
{
	pmix_info_t directive, wishes[2];
	pmix_data_array_t array = {.type = PMIX_INFO, .size = 2, .array = wishes};
	pmix_value_t *uri;
	pmix_app_t *app;
	peer_flag(&wishes[0], PMIX_NOTIFY_JOB_EVENTS);
	peer_flag(&wishes[1], PMIX_FWD_STDOUT);
	PMIX_INFO_LOAD(&directive, PMIX_LAUNCH_DIRECTIVES, &array, PMIX_DATA_ARRAY);
	PMIX_APP_CREATE(app, 1);
	app->cmd = strdup(argv[1]);
	for (int i = 1; i < argc; i++)
		PMIx_Argv_append_nosize(&app->argv, argv[i]);
	app->maxprocs = 1;
	expect("address", PMIx_Get(&peer_me, PMIX_MYSERVER_URI, NULL, 0, &uri), PMIX_SUCCESS);
	expect("environment", PMIx_Setenv(PMIX_LAUNCHER_RNDZ_URI, uri->data.string, true, &app->env), PMIX_SUCCESS);
	peer_step("PMIx_Spawn");
	expect("PMIx_Spawn", PMIx_Spawn(&directive, 1, app, 1, launcher), PMIX_SUCCESS);
	PMIX_APP_FREE(app, 1);
}

static void follow_launcher(pmix_proc_t *server)
{
	pmix_info_t how[2];
	int seconds = WAIT_SECONDS;
	peer_flag(&how[0], PMIX_WAIT_FOR_CONNECTION);
	PMIX_INFO_LOAD(&how[1], PMIX_TIMEOUT, &seconds, PMIX_INT);
	PMIX_LOAD_PROCID(server, launcher, 0);
	peer_step("PMIx_tool_set_server");
	expect("PMIx_tool_set_server", PMIx_tool_set_server(server, how, 2), PMIX_SUCCESS);
}

static void release(const pmix_proc_t *server)
{
	pmix_info_t how[2];
	peer_flag(&how[0], PMIX_EVENT_NON_DEFAULT);
	PMIX_INFO_LOAD(&how[1], PMIX_EVENT_CUSTOM_RANGE, server, PMIX_PROC);
	expect("release", PMIx_Notify_event(PMIX_DEBUGGER_RELEASE, &peer_me, PMIX_RANGE_CUSTOM, how, 2, NULL, NULL), PMIX_SUCCESS);
}

int main(int argc, char **argv)
{
	pmix_status_t codes[] = {PMIX_LAUNCHER_READY, PMIX_LAUNCH_COMPLETE};
	pmix_info_t how[2];
	pmix_proc_t server;
	peer_start("pmix_launcher_tool");
	tool_forget_environment();
	peer_flag(&how[0], PMIX_TOOL_DO_NOT_CONNECT);
	peer_flag(&how[1], PMIX_LAUNCHER);
	peer_step("PMIx_tool_init");
	if (argc < 2 || !expect("PMIx_tool_init", PMIx_tool_init(&peer_me, how, 2), PMIX_SUCCESS))
		exit(EXIT_FAILURE);
	start_launcher(argc, argv);
	follow_launcher(&server);
	// a registration goes to the server of this moment, which keeps earlier events for it
	check(PMIx_Register_event_handler(codes, 2, NULL, 0, note, NULL, NULL) >= 0, "events", "not registered");
	await("PMIX_LAUNCHER_READY", &ready);
	release(&server);
	await("PMIX_LAUNCH_COMPLETE", &complete);
	expect("PMIx_tool_finalize", PMIx_tool_finalize(), PMIX_SUCCESS);
	return tool_summary("%u and %u events", ready, complete);
}
