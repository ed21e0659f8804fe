// SPDX-License-Identifier: EPL-2.0
// start.c - the C part of the native executable: what must happen before its first thread exists, and calls that keep errno
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

enum { HELD_HANGUP = 1, FREE_QUIT = 2 };

static struct rlimit files;
static int state;

static void ignore_pipe(int signal) {
	(void)signal; // unlike SIG_IGN, a handler is not inherited by programs that this process starts
}

__attribute__((constructor)) static void start(void) {
	// the first file to be opened would take the number of a closed descriptor, and be used as standard input
	for (int descriptor = 0; descriptor <= 2; descriptor++) {
		if (fcntl(descriptor, F_GETFD) < 0 && errno == EBADF) {
			open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY);
		}
	}
	// QuitSignal.java needs descriptor 3
	int free = open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (free == 3) {
		state |= FREE_QUIT;
	} else if (free > 3) {
		close(free);
	}
	// the runtime raises the soft limit, which ranks must not inherit
	getrlimit(RLIMIT_NOFILE, &files);
	// all threads block the signals that HeldSignals.java receives
	sigset_t held;
	struct sigaction hangup;
	sigemptyset(&held);
	sigaddset(&held, SIGINT);
	sigaddset(&held, SIGTERM);
	if (sigaction(SIGHUP, 0, &hangup) == 0 && hangup.sa_handler != SIG_IGN) {
		sigaddset(&held, SIGHUP);
		state |= HELD_HANGUP;
	}
	sigprocmask(SIG_BLOCK, &held, 0);
}

/** Undoes what the runtime has changed, and returns what start() has found. */
int pmix4j_started(void) {
	setrlimit(RLIMIT_NOFILE, &files);
	signal(SIGPIPE, ignore_pipe);
	return state;
}

static __thread int last_error;

/** Calls a function, and keeps its errno before the runtime can change it. */
long pmix4j_call(long (*function)(long, long, long, long, long, long), long a, long b, long c, long d, long e, long f) {
	errno = 0;
	long result = function(a, b, c, d, e, f);
	last_error = errno;
	return result;
}

int pmix4j_error(void) {
	return last_error;
}
