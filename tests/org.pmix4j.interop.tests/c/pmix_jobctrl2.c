// SPDX-License-Identifier: EPL-2.0
// pmix_jobctrl2 <directory>: controls jobs that it has spawned, single ranks of them, and its own job; aborts ranks of another job. The
// children are shell scripts that write their process ids to the directory.
#include "spawn_peer.h"

#include <errno.h>
#include <signal.h>

static const char *directory;
static volatile sig_atomic_t signals;

static void count_signal(int number)
{
	(void) number;
	signals++;
}

static void nap(void)
{
	struct timespec time = {.tv_nsec = 10000000};
	nanosleep(&time, NULL);
}

// Spawns processes that write their ids and then run the rest of the script.
static bool spawn(const char *name, int processes, const char *rest, pmix_nspace_t nspace)
{
	char script[2048];
	pmix_info_t separately;
	peer_flag(&separately, PMIX_REPORT_CHILD_SEP);
	snprintf(script, sizeof script, "%s; echo $$ >'%s/%s'.new.$PMIX_RANK && mv '%s/%s'.new.$PMIX_RANK '%s/%s'.$PMIX_RANK; %s",
			strncmp(rest, "trap", 4) == 0 ? "trap 'exit 4' USR1; trap '' TERM" : "true", directory, name, directory, name, directory, name,
			strncmp(rest, "trap", 4) == 0 ? "while true; do sleep 0.02; done" : rest);
	pmix_app_t *app = peer_app("/bin/sh", processes, "-c", script);
	peer_step("PMIx_Spawn");
	pmix_status_t status = PMIx_Spawn(&separately, 1, app, 1, nspace);
	PMIX_APP_FREE(app, 1);
	return expect(name, status, PMIX_SUCCESS);
}

static pid_t pid_of(const char *name, int rank)
{
	char path[2048];
	long pid = 0;
	snprintf(path, sizeof path, "%s/%s.%d", directory, name, rank);
	peer_step("process id of a child");
	while (pid == 0) {
		FILE *file = fopen(path, "r");
		if (file != NULL) {
			if (fscanf(file, "%ld", &pid) != 1)
				pid = 0;
			fclose(file);
		} else {
			nap();
		}
	}
	return (pid_t) pid;
}

// Returns the letter of the process state, X if the process has ended.
static char state_of(pid_t pid)
{
	char path[64], state = 'X';
	snprintf(path, sizeof path, "/proc/%d/stat", pid);
	FILE *file = fopen(path, "r");
	if (file != NULL) {
		if (fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
			state = 'X';
		fclose(file);
	}
	return state;
}

static pmix_status_t control(const char *nspace, pmix_rank_t rank, const char *key, void *value, pmix_data_type_t type)
{
	pmix_proc_t target;
	pmix_info_t info, *results = NULL;
	size_t nresults = 0;
	bool yes = true;
	if (nspace != NULL)
		PMIX_LOAD_PROCID(&target, nspace, rank);
	PMIX_INFO_LOAD(&info, key, value == NULL ? &yes : value, value == NULL ? PMIX_BOOL : type);
	peer_step("PMIx_Job_control");
	return PMIx_Job_control(nspace == NULL ? NULL : &target, nspace == NULL ? 0 : 1, &info, 1, &results, &nresults);
}

static void await_state(const char *name, pid_t pid, const char *wanted)
{
	peer_step(name);
	while (strchr(wanted, state_of(pid)) == NULL)
		nap();
}

static void whole_jobs(void)
{
	pmix_nspace_t nspace;
	int usr1 = SIGUSR1;
	if (spawn("signal", 2, "trap", nspace)) {
		pid_of("signal", 0);
		pid_of("signal", 1);
		expect("signal", control(nspace, PMIX_RANK_WILDCARD, PMIX_JOB_CTRL_SIGNAL, &usr1, PMIX_INT), PMIX_SUCCESS);
		struct peer_end end = peer_await_end(nspace);
		check(end.exit_code == 4, "exit code after the signal", "%d", end.exit_code);
	}
	if (spawn("pause", 1, "exec sleep 1000", nspace)) {
		pid_t pid = pid_of("pause", 0);
		expect("pause", control(nspace, PMIX_RANK_WILDCARD, PMIX_JOB_CTRL_PAUSE, NULL, PMIX_BOOL), PMIX_SUCCESS);
		await_state("paused", pid, "T");
		expect("resume", control(nspace, PMIX_RANK_WILDCARD, PMIX_JOB_CTRL_RESUME, NULL, PMIX_BOOL), PMIX_SUCCESS);
		await_state("resumed", pid, "SR");
		expect("terminate", control(nspace, PMIX_RANK_WILDCARD, PMIX_JOB_CTRL_TERMINATE, NULL, PMIX_BOOL), PMIX_SUCCESS);
		check(state_of(pid) == 'X', "terminated", "state %c", state_of(pid));
		struct peer_end end = peer_await_end(nspace);
		check(end.status == PMIX_ERR_JOB_CANCELED, "status of a terminated job", "%s", PMIx_Error_string(end.status));
	}
	if (spawn("kill", 1, "trap", nspace)) {
		pid_t pid = pid_of("kill", 0);
		double start = peer_now_us();
		expect("kill", control(nspace, PMIX_RANK_WILDCARD, PMIX_JOB_CTRL_KILL, NULL, PMIX_BOOL), PMIX_SUCCESS);
		check(state_of(pid) == 'X', "killed", "state %c after %.0f us", state_of(pid), peer_now_us() - start);
	}
}

static void single_ranks(void)
{
	pmix_nspace_t nspace;
	pmix_proc_t targets[2];
	if (!spawn("ranks", 3, "exec sleep 1000", nspace))
		return;
	pid_t pids[] = {pid_of("ranks", 0), pid_of("ranks", 1), pid_of("ranks", 2)};
	expect("pause of one", control(nspace, 1, PMIX_JOB_CTRL_PAUSE, NULL, PMIX_BOOL), PMIX_SUCCESS);
	await_state("one is paused", pids[1], "T");
	check(state_of(pids[0]) != 'T', "the other is not", "state %c", state_of(pids[0]));
	expect("terminate one", control(nspace, 1, PMIX_JOB_CTRL_TERMINATE, NULL, PMIX_BOOL), PMIX_SUCCESS);
	check(state_of(pids[1]) == 'X', "one is terminated", "state %c", state_of(pids[1]));
	check(state_of(pids[0]) != 'X', "the other is not terminated", "state %c", state_of(pids[0]));
	PMIX_LOAD_PROCID(&targets[0], nspace, 0);
	PMIX_LOAD_PROCID(&targets[1], nspace, 5);
	peer_step("PMIx_Abort");
	// libpmix 4.2 and 5.0 ignore the reply
	PMIx_Abort(9, "no", targets, 2);
	check(state_of(pids[0]) != 'X', "then nobody is aborted", "state %c", state_of(pids[0]));
	expect("abort of one", PMIx_Abort(9, "enough of this", targets, 1), PMIX_SUCCESS);
	check(state_of(pids[0]) == 'X', "one is aborted", "state %c", state_of(pids[0]));
	struct peer_end end = peer_await_end(nspace);
	check(end.status == PMIX_ERR_JOB_ABORTED && end.exit_code == 9, "status of the aborted job", "%s with exit code %d",
			PMIx_Error_string(end.status), end.exit_code);
	check(state_of(pids[2]) == 'X', "the rest has ended too", "state %c", state_of(pids[2]));
}

static void refusals(void)
{
	int zero = 0;
	expect("signal 0", control(NULL, 0, PMIX_JOB_CTRL_SIGNAL, &zero, PMIX_INT), PMIX_ERR_BAD_PARAM);
	expect("restart", control(NULL, 0, PMIX_JOB_CTRL_RESTART, "somewhere", PMIX_STRING), PMIX_ERR_NOT_SUPPORTED);
	expect("checkpoint", control(NULL, 0, PMIX_JOB_CTRL_CHECKPOINT, "somewhere", PMIX_STRING), PMIX_ERR_NOT_SUPPORTED);
	expect("provision", control(NULL, 0, PMIX_JOB_CTRL_PROVISION, "nodes", PMIX_STRING), PMIX_ERR_NOT_SUPPORTED);
	expect("provision of an image", control(NULL, 0, PMIX_JOB_CTRL_PROVISION_IMAGE, "image", PMIX_STRING), PMIX_ERR_NOT_SUPPORTED);
	expect("nothing that is known", control(NULL, 0, "some.key", "value", PMIX_STRING), PMIX_ERR_NOT_SUPPORTED);
	expect("cancel one", control(NULL, 0, PMIX_JOB_CTRL_CANCEL, "request", PMIX_STRING), PMIX_ERR_NOT_FOUND);
	expect("cancel all", control(NULL, 0, PMIX_JOB_CTRL_CANCEL, "", PMIX_STRING), PMIX_SUCCESS);
	expect("unknown job", control("no.such.job", 0, PMIX_JOB_CTRL_PAUSE, NULL, PMIX_BOOL), PMIX_ERR_PARAM_VALUE_NOT_SUPPORTED);
	char id[] = "order";
	bool yes = true;
	int usr1 = SIGUSR1;
	expect("name of an order", control(NULL, 0, PMIX_JOB_CTRL_ID, id, PMIX_STRING), PMIX_SUCCESS);
	expect("checkpoint by an event", control(NULL, 0, PMIX_JOB_CTRL_CHECKPOINT_EVENT, &yes, PMIX_BOOL), PMIX_SUCCESS);
	expect("checkpoint by a signal", control(NULL, 0, PMIX_JOB_CTRL_CHECKPOINT_SIGNAL, &usr1, PMIX_INT), PMIX_SUCCESS);
	pmix_data_array_t methods = {.type = PMIX_INFO, .size = 0, .array = NULL};
	expect("methods of checkpoints", control(NULL, 0, PMIX_JOB_CTRL_CHECKPOINT_METHOD, &methods, PMIX_DATA_ARRAY), PMIX_SUCCESS);
	expect("preemptible", control(NULL, 0, PMIX_JOB_CTRL_PREEMPTIBLE, NULL, PMIX_BOOL), PMIX_SUCCESS);
}

int main(int argc, char **argv)
{
	int usr2 = SIGUSR2;
	directory = argc > 1 ? argv[1] : ".";
	signal(SIGUSR2, count_signal);
	peer_init("pmix_jobctrl2");
	peer_listen_for_ends();
	peer_fence("before", false);
	if (peer_me.rank == 0) {
		whole_jobs();
		single_ranks();
		refusals();
		expect("signal to all of us", control(NULL, 0, PMIX_JOB_CTRL_SIGNAL, &usr2, PMIX_INT), PMIX_SUCCESS);
	}
	peer_step("signal to all of us");
	while (signals == 0)
		nap();
	peer_fence("after", false);
	return peer_finalize("signals=%d", (int) signals);
}
