// SPDX-License-Identifier: EPL-2.0
// Performs exactly the listed steps, and so can end in any way a process can.
//
// usage: pmix_exit STEPS...     rank r follows argument r, ranks beyond the last argument follow the last one
//   STEPS is a comma list of
//     init           PMIx_Init                      finalize       PMIx_Finalize
//     fence          fence over all                 begin          begins a fence and does not wait for it
//     ready          writes "ready" to stdout       print:TEXT     writes TEXT to stdout, without a newline
//     ignore:N       ignores signal N               child          starts a child that stays until it is killed
//     sleep:MS       sleeps                         wait           waits until it is killed
//     signal:N       sends itself signal N          crash          writes to address 0
//     exit:N         exit()                         quit:N         _exit()
//     abort:N        PMIx_Abort
//   without exit or quit it returns 0 from main.
//
// Expected exit code of the launcher, for example
//   init,finalize,exit:3        3      init,fence,finalize,crash    139     init,begin,quit:5    5
//   exit:0 (never init)         0      signal:9                     137     init,exit:0          1 (left without finalize)
// Known: mpirun 4.1.4 gives the same, but it leaves the processes of "child" behind.

#include "pmix_peer.h"

static pid_t start_child(void)
{
	pid_t child = fork();
	if (child == 0) {
		// Only the launcher may end this process, at the end of the job.
		alarm(0);
		for (;;)
			pause();
	}
	return child;
}

static void begun(pmix_status_t status, void *data)
{
	(void) status;
	(void) data;
}

static void do_step(const char *step)
{
	const char *colon = strchr(step, ':');
	const char *text = colon != NULL ? colon + 1 : "0";
	int number = atoi(text);
	size_t length = colon != NULL ? (size_t) (colon - step) : strlen(step);
#define IS(name) (strlen(name) == length && strncmp(step, name, length) == 0)
	if (IS("init")) {
		peer_init("pmix_exit");
	} else if (IS("finalize")) {
		expect("PMIx_Finalize", PMIx_Finalize(NULL, 0), PMIX_SUCCESS);
	} else if (IS("fence")) {
		PMIx_Fence(NULL, 0, NULL, 0);
	} else if (IS("begin")) {
		expect("PMIx_Fence_nb", PMIx_Fence_nb(NULL, 0, NULL, 0, begun, NULL), PMIX_SUCCESS);
	} else if (IS("ready")) {
		printf("ready\n");
		fflush(stdout);
	} else if (IS("print")) {
		printf("%s", text);
		fflush(stdout);
	} else if (IS("ignore")) {
		signal(number, SIG_IGN);
	} else if (IS("child")) {
		check(start_child() > 0, "child", "cannot fork");
	} else if (IS("sleep")) {
		usleep((useconds_t) number * 1000);
	} else if (IS("wait")) {
		for (;;)
			pause();
	} else if (IS("signal")) {
		raise(number);
	} else if (IS("abort")) {
		PMIx_Abort(number, "asked to", NULL, 0);
	} else if (IS("crash")) {
		*(volatile int *) NULL = 1;
	} else if (IS("exit")) {
		exit(number);
	} else if (IS("quit")) {
		_exit(number);
	} else {
		fprintf(stderr, "pmix_exit: unknown step %s\n", step);
		exit(2);
	}
#undef IS
}

int main(int argc, char **argv)
{
	const char *environment = getenv("PMIX_RANK");
	unsigned long rank = environment != NULL ? strtoul(environment, NULL, 10) : 0;
	if (argc < 2) {
		fprintf(stderr, "usage: pmix_exit STEPS...\n");
		return 2;
	}
	peer_start("pmix_exit");
	peer_rank = (unsigned) rank;
	unsigned long own = rank + 1 < (unsigned long) argc ? rank + 1 : (unsigned long) argc - 1;
	char *rest = NULL;
	for (char *step = strtok_r(argv[own], ",", &rest); step != NULL; step = strtok_r(NULL, ",", &rest))
		do_step(step);
	return peer_failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
