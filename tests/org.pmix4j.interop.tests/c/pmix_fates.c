// SPDX-License-Identifier: EPL-2.0
// Spawns jobs that end in every way a job can, and checks the events about the process and about the job.
//
// usage: pmix_fates EXIT     EXIT is the program pmix_exit; run as one rank
// Known: the statuses and codes are those of PRRTE 3.0.8, state/dvm dvm_notify and errmgr/dvm.
#include "spawn_peer.h"

enum { NONE = 0, NOBODY = -1 };

struct fate {
	const char *name;
	const char *survivor;      // steps of rank 0
	const char *culprit;       // steps of rank 1
	pmix_status_t event;       // about rank 1; NONE if it does not fail
	pmix_status_t status;      // of the job
	int exit_code;             // 0 if the event has none
	int rank;                  // the affected one, or NOBODY for the whole job
};

static const struct fate fates[] = {
	{"finalized", "init,finalize", "init,finalize", NONE, PMIX_SUCCESS, 0, NOBODY},
	{"no PMIx", "exit:0", "exit:0", NONE, PMIX_SUCCESS, 0, NOBODY},
	{"no finalize", "init,fence,wait", "init,fence,exit:0", PMIX_ERR_PROC_TERM_WO_SYNC, PMIX_ERR_JOB_TERM_WO_SYNC, 1, 1},
	{"exit code", "init,fence,wait", "init,fence,quit:7", PMIX_ERR_EXIT_NONZERO_TERM, PMIX_ERR_EXIT_NONZERO_TERM, 7, 1},
	{"exit code without PMIx", "wait", "exit:255", PMIX_ERR_EXIT_NONZERO_TERM, PMIX_ERR_EXIT_NONZERO_TERM, 255, 1},
	{"exit code after finalize", "init,finalize", "init,finalize,exit:3", PMIX_ERR_EXIT_NONZERO_TERM, PMIX_ERR_EXIT_NONZERO_TERM, 3, 1},
	{"signal", "init,fence,wait", "init,fence,signal:9", PMIX_ERR_PROC_ABORTED_BY_SIG, PMIX_ERR_JOB_ABORTED_BY_SIG, 137, 1},
	{"crash", "init,fence,wait", "init,fence,crash", PMIX_ERR_PROC_ABORTED_BY_SIG, PMIX_ERR_JOB_ABORTED_BY_SIG, 139, 1},
	{"abort", "init,fence,wait", "init,fence,abort:42", PMIX_ERR_PROC_REQUESTED_ABORT, PMIX_ERR_JOB_ABORTED, 42, 1},
};

static struct told {
	pmix_status_t status;
	pmix_status_t job_status;
	pmix_proc_t affected;
	int exit_code;
	bool is_non_default, has_time;
	char text[256];
} told[64];
static int count;

static void note(size_t handler, pmix_status_t status, const pmix_proc_t *source, pmix_info_t infos[], size_t ninfos,
		pmix_info_t *results, size_t nresults, pmix_event_notification_cbfunc_fn_t done, void *object)
{
	(void) handler, (void) source, (void) results, (void) nresults;
	pthread_mutex_lock(&peer_lock);
	struct told *event = &told[count < 63 ? count : 63];
	memset(event, 0, sizeof *event);
	event->status = status;
	for (size_t i = 0; i < ninfos; i++) {
		if (PMIX_CHECK_KEY(&infos[i], PMIX_EVENT_AFFECTED_PROC))
			event->affected = *infos[i].value.data.proc;
		if (PMIX_CHECK_KEY(&infos[i], PMIX_JOB_TERM_STATUS))
			event->job_status = infos[i].value.data.status;
		if (PMIX_CHECK_KEY(&infos[i], PMIX_EXIT_CODE))
			event->exit_code = infos[i].value.data.integer;
		if (PMIX_CHECK_KEY(&infos[i], PMIX_EVENT_NON_DEFAULT))
			event->is_non_default = true;
		if (PMIX_CHECK_KEY(&infos[i], PMIX_EVENT_TIMESTAMP))
			event->has_time = true;
		if (PMIX_CHECK_KEY(&infos[i], PMIX_EVENT_TEXT_MESSAGE))
			snprintf(event->text, sizeof event->text, "%s", infos[i].value.data.string);
	}
	count++;
	pthread_cond_broadcast(&peer_changed);
	pthread_mutex_unlock(&peer_lock);
	if (done != NULL)
		done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, object);
}

// Returns the event of this code about the job, after having waited for the end of the job; NULL if there is none. The server raises an
// event without exit code when a connected process leaves, the host another one with it.
static const struct told *find(const char *nspace, pmix_status_t code)
{
	const struct told *found = NULL;
	bool ended = false;
	peer_step("end of the job");
	pthread_mutex_lock(&peer_lock);
	while (!ended) {
		for (int i = 0; i < count && i < 64; i++)
			if (strcmp(told[i].affected.nspace, nspace) == 0) {
				ended = ended || told[i].status == PMIX_EVENT_JOB_END;
				if (told[i].status == code && (found == NULL || told[i].exit_code != 0))
					found = &told[i];
			}
		if (!ended)
			pthread_cond_wait(&peer_changed, &peer_lock);
	}
	pthread_mutex_unlock(&peer_lock);
	return found;
}

static bool spawn(const char *program, const char *first, const char *second, pmix_nspace_t nspace)
{
	pmix_info_t separately;
	peer_flag(&separately, PMIX_REPORT_CHILD_SEP);
	pmix_app_t *app = peer_app(program, 2, first, second);
	peer_step("PMIx_Spawn");
	pmix_status_t status = PMIx_Spawn(&separately, 1, app, 1, nspace);
	PMIX_APP_FREE(app, 1);
	return expect("PMIx_Spawn", status, PMIX_SUCCESS);
}

static void check_end(const char *name, const char *nspace, pmix_status_t status, int exit_code, int rank)
{
	const struct told *end = find(nspace, PMIX_EVENT_JOB_END);
	check(end->job_status == status, name, "job status %d instead of %d", end->job_status, status);
	check(end->exit_code == exit_code, name, "exit code %d instead of %d", end->exit_code, exit_code);
	check(end->affected.rank == (rank == NOBODY ? PMIX_RANK_WILDCARD : (pmix_rank_t) rank), name, "affected rank %u", end->affected.rank);
	check(end->is_non_default && end->has_time, name, "the event is not marked or has no time");
	check((end->text[0] != 0) == (rank != NOBODY), name, "message '%s'", end->text);
}

static void check_fate(const char *program, const struct fate *fate)
{
	pmix_nspace_t nspace;
	if (!spawn(program, fate->survivor, fate->culprit, nspace))
		return;
	check_end(fate->name, nspace, fate->status, fate->exit_code, fate->rank);
	if (fate->event != NONE && fate->event != fate->status) {
		const struct told *event = find(nspace, fate->event);
		check(event != NULL && event->affected.rank == (pmix_rank_t) fate->rank && event->exit_code == fate->exit_code, fate->name,
				"no event %d about the process", fate->event);
	}
	count = 0;
}

// A job that is ended on request has not failed.
static void check_request(const char *program)
{
	pmix_nspace_t nspace;
	if (!spawn(program, "wait", "wait", nspace))
		return;
	pmix_proc_t all;
	PMIX_LOAD_PROCID(&all, nspace, PMIX_RANK_WILDCARD);
	pmix_info_t kill;
	peer_flag(&kill, PMIX_JOB_CTRL_TERMINATE);
	pmix_info_t *results = NULL;
	size_t nresults = 0;
	peer_step("PMIx_Job_control");
	expect("PMIx_Job_control", PMIx_Job_control(&all, 1, &kill, 1, &results, &nresults), PMIX_SUCCESS);
	check_end("request", nspace, PMIX_ERR_JOB_CANCELED, 0, NOBODY);
	count = 0;
}

int main(int argc, char **argv)
{
	peer_init("pmix_fates");
	pmix_status_t codes[] = {PMIX_EVENT_JOB_END, PMIX_ERR_PROC_TERM_WO_SYNC, PMIX_ERR_EXIT_NONZERO_TERM, PMIX_ERR_PROC_ABORTED_BY_SIG,
		PMIX_ERR_PROC_REQUESTED_ABORT};
	check(PMIx_Register_event_handler(codes, sizeof codes / sizeof *codes, NULL, 0, note, NULL, NULL) >= 0, "register", "refused");
	const char *program = argc > 1 ? argv[1] : "pmix_exit";
	for (size_t i = 0; i < sizeof fates / sizeof *fates; i++)
		check_fate(program, &fates[i]);
	check_request(program);
	return peer_finalize("saw %zu fates", sizeof fates / sizeof *fates + 1);
}
