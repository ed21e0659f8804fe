// SPDX-License-Identifier: EPL-2.0
// A rank that goes on after SIGTERM and waits for the warning that its host is about to end it. It then ends by itself.
//
// usage: pmix_warned [wait|fail|RANK]     default wait
//   wait  each rank waits
//   fail  the last rank exits with 3 once all are ready
//   RANK  rank 0 terminates that rank by job control and waits for its end; the others wait
//
// Known: mpirun 4.1.4 and prterun 3.0.8 raise no such event.

#include "pmix_peer.h"

#include <errno.h>
#include <semaphore.h>
#include <signal.h>

enum { WAIT_SECONDS = 60 };

static sem_t warned;
static pmix_status_t reason;
static int timeout = -1;
static const char *scope = "nothing";

static void on_warning(size_t registration, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t results[], size_t result_count, pmix_event_notification_cbfunc_fn_t done, void *data)
{
	(void) registration, (void) source, (void) results, (void) result_count;
	for (size_t i = 0; i < count; i++)
		if (PMIX_CHECK_KEY(&infos[i], PMIX_EVENT_TERMINATE_JOB) && PMIX_INFO_TRUE(&infos[i]))
			scope = "job";
		else if (PMIX_CHECK_KEY(&infos[i], PMIX_EVENT_TERMINATE_PROC) && PMIX_INFO_TRUE(&infos[i]))
			scope = "process";
		else if (PMIX_CHECK_KEY(&infos[i], PMIX_EVENT_ACTION_TIMEOUT) && infos[i].value.type == PMIX_INT)
			timeout = infos[i].value.data.integer;
	reason = code;
	sem_post(&warned);
	done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

static void wait_for_warning(void)
{
	struct timespec limit;
	peer_step("warning");
	clock_gettime(CLOCK_REALTIME, &limit);
	limit.tv_sec += WAIT_SECONDS;
	while (sem_timedwait(&warned, &limit) != 0)
		if (!check(errno == EINTR, "warning", "none within %d s", WAIT_SECONDS))
			return;
	printf("warned of the end of the %s in %d s by %s\n", scope, timeout, PMIx_Error_string(reason));
	fflush(stdout);
}

static void terminate(pmix_rank_t rank)
{
	pmix_proc_t target = peer_proc(rank);
	pmix_info_t directive;
	peer_flag(&directive, PMIX_JOB_CTRL_TERMINATE);
	expect("PMIx_Job_control", PMIx_Job_control(&target, 1, &directive, 1, NULL, NULL), PMIX_SUCCESS);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "wait";
	pmix_status_t codes[] = {PMIX_ERR_TIMEOUT, PMIX_ERR_JOB_CANCELED, PMIX_ERR_PROC_KILLED_BY_CMD, PMIX_ERR_EXIT_NONZERO_TERM};
	signal(SIGTERM, SIG_IGN);
	sem_init(&warned, 0, 0);
	peer_init("pmix_warned");
	pmix_status_t registration = PMIx_Register_event_handler(codes, sizeof codes / sizeof codes[0], NULL, 0, on_warning, NULL, NULL);
	check(registration >= 0, "PMIx_Register_event_handler", "%s", PMIx_Error_string(registration));
	peer_fence("fence", false);
	printf("ready\n");
	fflush(stdout);
	if (strcmp(what, "fail") == 0 && peer_me.rank == peer_size - 1)
		_exit(3);
	bool is_number = strcmp(what, "fail") != 0 && strcmp(what, "wait") != 0;
	if (is_number && peer_me.rank == 0)
		terminate((pmix_rank_t) atoi(what));
	else
		wait_for_warning();
	return peer_finalize("%s", "");
}
