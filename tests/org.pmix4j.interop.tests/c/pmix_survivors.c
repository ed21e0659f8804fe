// SPDX-License-Identifier: EPL-2.0
// Rank 1 of a job that goes on without it ends in one way; rank 0 must get the event of that end, once.
//
// usage: pmix_survivors HOW FILE     two ranks; rank 1 ends when rank 0 has created FILE
//   HOW is leave (exit code 0 without PMIx_Finalize), never (exit code 0 without PMIx_Init), exit (code 7), signal (9), abort (status 42)
//   or killed (by a request of rank 0)
// Known: the events are those of PRRTE 3.0.8, errmgr/dvm, check_send_notification.
#include "pmix_peer.h"

#include <fcntl.h>
#include <pthread.h>

static const struct end {
	const char *how;
	pmix_status_t event;
	int exit_code;
} ends[] = {
	{"leave", PMIX_ERR_PROC_TERM_WO_SYNC, 1},
	{"never", PMIX_ERR_PROC_TERM_WO_SYNC, 1},
	{"exit", PMIX_ERR_EXIT_NONZERO_TERM, 7},
	{"signal", PMIX_ERR_PROC_ABORTED_BY_SIG, 128 + SIGKILL},
	{"abort", PMIX_ERR_PROC_REQUESTED_ABORT, 42},
	{"killed", PMIX_ERR_PROC_KILLED_BY_CMD, 128 + SIGTERM},
};
enum { ENDS = sizeof ends / sizeof *ends };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int told;
static pmix_status_t code;
static pmix_rank_t affected = PMIX_RANK_UNDEF;
static int exit_code = -1;

static void note(size_t handler, pmix_status_t status, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t *results, size_t nresults, pmix_event_notification_cbfunc_fn_t done, void *object)
{
	(void) handler, (void) source, (void) results, (void) nresults;
	pthread_mutex_lock(&lock);
	code = status;
	for (size_t i = 0; i < count; i++) {
		if (PMIX_CHECK_KEY(&infos[i], PMIX_EVENT_AFFECTED_PROC))
			affected = infos[i].value.data.proc->rank;
		if (PMIX_CHECK_KEY(&infos[i], PMIX_EXIT_CODE))
			exit_code = infos[i].value.data.integer;
	}
	told++;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	if (done != NULL)
		done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, object);
}

static int end_by(const char *how, const char *file)
{
	struct timespec pause_between = {.tv_nsec = 10000000};
	peer_start("pmix_survivors");
	if (strcmp(how, "never") != 0)
		peer_init("pmix_survivors");
	while (access(file, F_OK) != 0)
		nanosleep(&pause_between, NULL);
	if (strcmp(how, "exit") == 0)
		_exit(7);
	if (strcmp(how, "signal") == 0)
		raise(SIGKILL);
	if (strcmp(how, "abort") == 0)
		PMIx_Abort(42, "asked to", &peer_me, 1);
	while (strcmp(how, "abort") == 0 || strcmp(how, "killed") == 0)
		pause();
	_exit(0);
}

static void kill_other(void)
{
	pmix_proc_t other;
	pmix_info_t order, *results = NULL;
	size_t count = 0;
	PMIX_LOAD_PROCID(&other, peer_me.nspace, 1);
	peer_flag(&order, PMIX_JOB_CTRL_TERMINATE);
	peer_step("PMIx_Job_control");
	expect("PMIx_Job_control", PMIx_Job_control(&other, 1, &order, 1, &results, &count), PMIX_SUCCESS);
}

int main(int argc, char **argv)
{
	const char *how = argc > 2 ? argv[1] : "";
	const struct end *wanted = NULL;
	for (size_t i = 0; i < ENDS; i++)
		if (strcmp(ends[i].how, how) == 0)
			wanted = &ends[i];
	if (wanted == NULL) {
		fprintf(stderr, "usage: pmix_survivors HOW FILE\n");
		return 2;
	}
	if (strcmp(getenv("PMIX_RANK"), "1") == 0)
		return end_by(how, argv[2]);
	pmix_status_t codes[ENDS];
	for (size_t i = 0; i < ENDS; i++)
		codes[i] = ends[i].event;
	peer_init("pmix_survivors");
	check(PMIx_Register_event_handler(codes, ENDS, NULL, 0, note, NULL, NULL) >= 0, "register", "refused");
	int file = open(argv[2], O_CREAT | O_WRONLY, 0600);
	check(file >= 0 && close(file) == 0, "file", "cannot be created");
	if (strcmp(how, "killed") == 0)
		kill_other();
	peer_step("event");
	pthread_mutex_lock(&lock);
	while (told == 0)
		pthread_cond_wait(&changed, &lock);
	check(told == 1 && code == wanted->event && affected == 1 && exit_code == wanted->exit_code, how, "%d times, last %s of rank %u, code %d",
			told, PMIx_Error_string(code), affected, exit_code);
	pthread_mutex_unlock(&lock);
	return peer_finalize("told");
}
