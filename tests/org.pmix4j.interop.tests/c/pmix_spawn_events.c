// SPDX-License-Identifier: EPL-2.0
// pmix_spawn_events: registers for the events of the jobs that it spawns, and checks that they are complete and in order.
#include "spawn_peer.h"

enum { TOLD = 64 };

static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static struct event {
	pmix_status_t status;
	pmix_proc_t affected;
	int exit_code;
	time_t when;
	char text[256];
} events[TOLD];
static int told;
static int handler;

static void note(size_t handler, pmix_status_t status, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t *results, size_t nresults, pmix_event_notification_cbfunc_fn_t done, void *object)
{
	(void) handler, (void) source, (void) results, (void) nresults;
	pthread_mutex_lock(&peer_lock);
	struct event *event = &events[told < TOLD ? told : TOLD - 1];
	memset(event, 0, sizeof *event);
	event->status = status;
	for (size_t i = 0; i < count; i++) {
		if (PMIX_CHECK_KEY(&infos[i], PMIX_EVENT_AFFECTED_PROC))
			event->affected = *infos[i].value.data.proc;
		if (PMIX_CHECK_KEY(&infos[i], PMIX_EXIT_CODE))
			event->exit_code = infos[i].value.data.integer;
		if (PMIX_CHECK_KEY(&infos[i], PMIX_EVENT_TIMESTAMP))
			event->when = infos[i].value.data.time;
		if (PMIX_CHECK_KEY(&infos[i], PMIX_EVENT_TEXT_MESSAGE))
			snprintf(event->text, sizeof event->text, "%s", infos[i].value.data.string);
	}
	told++;
	pthread_cond_broadcast(&more);
	pthread_mutex_unlock(&peer_lock);
	if (done != NULL)
		done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, object);
}

// Waits for this number of events about the job, and returns how many have this code.
static int await(int all, const char *nspace, pmix_status_t code, struct event *last)
{
	int found = 0;
	peer_step("events");
	pthread_mutex_lock(&peer_lock);
	while (told < all)
		pthread_cond_wait(&more, &peer_lock);
	for (int i = 0; i < told && i < TOLD; i++)
		if (events[i].status == code && strcmp(events[i].affected.nspace, nspace) == 0) {
			found++;
			if (last != NULL)
				*last = events[i];
		}
	pthread_mutex_unlock(&peer_lock);
	return found;
}

static bool spawn(const char *script, int processes, const char *first, const char *second, pmix_nspace_t nspace)
{
	pmix_info_t infos[3];
	const char *keys[] = {PMIX_REPORT_CHILD_SEP, first, second};
	size_t count = 0;
	for (size_t i = 0; i < 3; i++)
		if (keys[i] != NULL)
			peer_flag(&infos[count++], keys[i]);
	pmix_app_t *app = peer_app("/bin/sh", processes, "-c", script);
	peer_step("PMIx_Spawn");
	pmix_status_t status = PMIx_Spawn(infos, count, app, 1, nspace);
	PMIX_APP_FREE(app, 1);
	return expect("PMIx_Spawn", status, PMIX_SUCCESS);
}

static void good(void)
{
	pmix_nspace_t nspace;
	if (!spawn("true", 2, PMIX_NOTIFY_JOB_EVENTS, PMIX_NOTIFY_PROC_TERMINATION, nspace))
		return;
	check(await(5, nspace, PMIX_EVENT_JOB_START, NULL) == 1, "start", "not told once");
	check(await(5, nspace, PMIX_LAUNCH_COMPLETE, NULL) == 1, "launch complete", "not told once");
	check(await(5, nspace, PMIX_EVENT_PROC_TERMINATED, NULL) == 2, "ends of processes", "not told twice");
	check(await(5, nspace, PMIX_EVENT_JOB_END, NULL) == 1, "end", "not told once");
	check(events[0].status == PMIX_EVENT_JOB_START && events[4].status == PMIX_EVENT_JOB_END, "order", "start is not first or end not last");
	told = 0;
}

static void bad(void)
{
	pmix_nspace_t nspace;
	struct event last = {0};
	time_t started = time(NULL);
	if (!spawn("[ $PMIX_RANK = 0 ] || exit 6; exec sleep 1000", 2, NULL, NULL, nspace))
		return;
	check(await(2, nspace, PMIX_ERR_EXIT_NONZERO_TERM, &last) == 1 && last.affected.rank == 1 && last.exit_code == 6, "failed process",
			"rank %u with exit code %d", last.affected.rank, last.exit_code);
	check(await(2, nspace, PMIX_EVENT_JOB_END, &last) == 1 && last.affected.rank == 1 && last.exit_code == 6, "failed job",
			"rank %u with exit code %d", last.affected.rank, last.exit_code);
	// time() may be a tick behind the clock of the launcher
	check(last.when >= started && last.when <= time(NULL) + 1, "time of the failure", "%ld", (long) last.when);
	check(strstr(last.text, "rank 1") != NULL, "text about the failure", "'%s'", last.text);
	told = 0;
}

// A process that fails raises two events if both are asked for; one that does not fails none of that of abnormal ends.
static void abnormal(void)
{
	pmix_nspace_t nspace;
	struct event last = {0};
	if (!spawn("[ $PMIX_RANK = 0 ] || exit 6", 2, PMIX_NOTIFY_PROC_ABNORMAL_TERMINATION, NULL, nspace))
		return;
	check(await(3, nspace, PMIX_ERR_EXIT_NONZERO_TERM, NULL) == 1, "failure", "not told once");
	check(await(3, nspace, PMIX_EVENT_PROC_TERMINATED, &last) == 1 && last.affected.rank == 1 && last.exit_code == 6, "abnormal end",
			"rank %u with exit code %d", last.affected.rank, last.exit_code);
	told = 0;
}

// A handler without codes gets the events of processes, and those of jobs if the spawner has asked for them.
static void by_default(void)
{
	pmix_nspace_t nspace, quiet;
	PMIx_Deregister_event_handler(handler, NULL, NULL);
	PMIx_Register_event_handler(NULL, 0, NULL, 0, note, NULL, NULL);
	if (!spawn("exit 6", 1, NULL, NULL, quiet))
		return;
	check(await(1, quiet, PMIX_ERR_EXIT_NONZERO_TERM, NULL) == 1, "failure of a job without events", "not told once");
	if (!spawn("[ $PMIX_RANK = 0 ] || exit 6", 2, PMIX_NOTIFY_PROC_TERMINATION, PMIX_NOTIFY_JOB_EVENTS, nspace))
		return;
	check(await(7, nspace, PMIX_EVENT_JOB_END, NULL) == 1, "end for a default handler", "not told once");
	check(await(7, nspace, PMIX_EVENT_JOB_START, NULL) == 1, "start for a default handler", "not told once");
	check(await(7, nspace, PMIX_LAUNCH_COMPLETE, NULL) == 1, "launch complete for a default handler", "not told once");
	check(await(7, nspace, PMIX_EVENT_PROC_TERMINATED, NULL) == 2, "ends for a default handler", "not told twice");
	check(await(7, nspace, PMIX_ERR_EXIT_NONZERO_TERM, NULL) == 1, "failure for a default handler", "not told once");
	check(await(7, quiet, PMIX_EVENT_JOB_END, NULL) == 0, "end of a job without events", "told");
	told = 0;
	if (!spawn("true", 1, PMIX_NOTIFY_COMPLETION, NULL, nspace))
		return;
	check(await(1, nspace, PMIX_EVENT_JOB_END, NULL) == 1, "completion for a default handler", "not told once");
	told = 0;
}

static void silent(void)
{
	pmix_nspace_t nspace, second;
	if (spawn("true", 1, PMIX_EVENT_SILENT_TERMINATION, NULL, nspace) && spawn("true", 1, NULL, NULL, second)) {
		check(await(1, second, PMIX_EVENT_JOB_END, NULL) == 1, "end of the job after the silent one", "not told");
		check(await(1, nspace, PMIX_EVENT_JOB_END, NULL) == 0, "end of the silent job", "told");
	}
}

int main(void)
{
	pmix_status_t codes[] = {PMIX_EVENT_JOB_START, PMIX_LAUNCH_COMPLETE, PMIX_EVENT_JOB_END, PMIX_EVENT_PROC_TERMINATED,
			PMIX_ERR_EXIT_NONZERO_TERM, PMIX_ERR_PROC_TERM_WO_SYNC};
	peer_init("pmix_spawn_events");
	handler = PMIx_Register_event_handler(codes, sizeof codes / sizeof *codes, NULL, 0, note, NULL, NULL);
	good();
	bad();
	abnormal();
	silent();
	told = 0;
	by_default();
	return peer_finalize("told");
}
