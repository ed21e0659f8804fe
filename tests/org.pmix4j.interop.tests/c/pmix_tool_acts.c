// SPDX-License-Identifier: EPL-2.0
// A tool that attaches to the launcher of the rank that starts it, executes exactly the steps in its arguments, and finalizes.
//
// usage: pmix_tool_acts STEP...
//   publish:KEY      publishes a value that lasts as long as the tool
//   once:KEY         publishes a value that the first reader removes
//   await:KEY        looks it up without waiting for the reply; continues once the server has the request
//   find:KEY         finds it at once
//   absent:KEY       waits until it is no longer published
//   spawn:SCRIPT     spawns a shell that runs it as a job of one process
//   hold:PROGRAM     spawns it as two processes that stop in PMIx_Init, and waits until they have stopped
//   say:TEXT         prints it
//   wait             waits until it is killed
//   die              exits without PMIx_tool_finalize
// Known: under mpirun 4.1 and prterun 3.0 published values outlive the tool.

#include "tool_peer.h"

#include <pthread.h>

enum { ABSENT_TRIES = 1000, ABSENT_PAUSE_US = 10000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool stopped;

static void attach(void)
{
	pmix_info_t info;
	const char *uri = getenv("PMIX_SERVER_URI41");
	if (!check(uri != NULL, "server", "PMIX_SERVER_URI41 is not set"))
		exit(EXIT_FAILURE);
	PMIX_INFO_LOAD(&info, PMIX_SERVER_URI, uri, PMIX_STRING);
	tool_forget_environment();
	peer_step("PMIx_tool_init");
	if (!expect("PMIx_tool_init", PMIx_tool_init(&peer_me, &info, 1), PMIX_SUCCESS))
		exit(EXIT_FAILURE);
}

static void publish(const char *key, pmix_persistence_t persistence)
{
	pmix_info_t infos[2];
	PMIX_INFO_LOAD(&infos[0], key, "of a tool", PMIX_STRING);
	PMIX_INFO_LOAD(&infos[1], PMIX_PERSISTENCE, &persistence, PMIX_PERSIST);
	expect("PMIx_Publish", PMIx_Publish(infos, 2), PMIX_SUCCESS);
}

static pmix_status_t lookup(const char *key)
{
	pmix_pdata_t data;
	PMIX_PDATA_CONSTRUCT(&data);
	PMIX_LOAD_KEY(data.key, key);
	pmix_status_t status = PMIx_Lookup(&data, 1, NULL, 0);
	PMIX_PDATA_DESTRUCT(&data);
	return status;
}

static void found(pmix_status_t status, pmix_pdata_t data[], size_t count, void *given)
{
	(void) status, (void) data, (void) count, (void) given;
}

static void await(const char *key)
{
	static pmix_info_t wait;
	static char *keys[2];
	int all = 1;
	keys[0] = strdup(key);
	PMIX_INFO_LOAD(&wait, PMIX_WAIT, &all, PMIX_INT);
	expect("PMIx_Lookup_nb", PMIx_Lookup_nb(keys, &wait, 1, found, NULL), PMIX_SUCCESS);
	expect("lookup of nothing", lookup("interop.nothing"), PMIX_ERR_NOT_FOUND);
}

static void absent(const char *key)
{
	pmix_status_t status = PMIX_SUCCESS;
	for (int i = 0; i < ABSENT_TRIES && status == PMIX_SUCCESS; i++) {
		status = lookup(key);
		usleep(ABSENT_PAUSE_US);
	}
	expect("lookup of what has gone", status, PMIX_ERR_NOT_FOUND);
}

static void note(size_t registration, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t results[], size_t result_count, pmix_event_notification_cbfunc_fn_t done, void *data)
{
	(void) registration, (void) code, (void) source, (void) infos, (void) count, (void) results, (void) result_count;
	pthread_mutex_lock(&lock);
	stopped = true;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

static void spawn(const char *program, const char *script, int processes, bool stops)
{
	pmix_status_t ready = PMIX_DEBUG_WAITING_FOR_NOTIFY;
	const char *arguments[] = {program, script != NULL ? "-c" : NULL, script, NULL};
	pmix_nspace_t nspace;
	pmix_rank_t all = PMIX_RANK_WILDCARD;
	pmix_info_t stop;
	pmix_app_t *app;
	PMIX_APP_CREATE(app, 1);
	app->cmd = strdup(program);
	app->argv = calloc(4, sizeof *app->argv);
	for (int i = 0; arguments[i] != NULL; i++)
		app->argv[i] = strdup(arguments[i]);
	app->maxprocs = processes;
	PMIX_INFO_LOAD(&stop, PMIX_DEBUG_STOP_IN_INIT, &all, PMIX_PROC_RANK);
	if (stops)
		PMIx_Register_event_handler(&ready, 1, NULL, 0, note, NULL, NULL);
	expect("PMIx_Spawn", PMIx_Spawn(stops ? &stop : NULL, stops ? 1 : 0, app, 1, nspace), PMIX_SUCCESS);
	PMIX_APP_FREE(app, 1);
	pthread_mutex_lock(&lock);
	while (stops && !stopped)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
}

static void do_step(const char *step)
{
	const char *colon = strchr(step, ':');
	const char *text = colon != NULL ? colon + 1 : "";
	size_t length = colon != NULL ? (size_t) (colon - step) : strlen(step);
#define IS(name) (strlen(name) == length && strncmp(step, name, length) == 0)
	peer_step(step);
	if (IS("publish"))
		publish(text, PMIX_PERSIST_PROC);
	else if (IS("once"))
		publish(text, PMIX_PERSIST_FIRST_READ);
	else if (IS("await"))
		await(text);
	else if (IS("find"))
		expect("PMIx_Lookup", lookup(text), PMIX_SUCCESS);
	else if (IS("absent"))
		absent(text);
	else if (IS("spawn"))
		spawn("/bin/sh", text, 1, false);
	else if (IS("hold"))
		spawn(text, NULL, 2, true);
	else if (IS("say")) {
		puts(text);
		fflush(stdout);
	} else if (IS("wait"))
		for (;;)
			pause();
	else if (IS("die"))
		_exit(EXIT_SUCCESS);
	else
		check(false, "step", "'%s' is unknown", step);
}

int main(int argc, char **argv)
{
	peer_start("pmix_tool_acts");
	attach();
	for (int i = 1; i < argc; i++)
		do_step(argv[i]);
	peer_step("PMIx_tool_finalize");
	expect("PMIx_tool_finalize", PMIx_tool_finalize(), PMIX_SUCCESS);
	peer_rank = 0;
	return tool_summary("has left");
}
