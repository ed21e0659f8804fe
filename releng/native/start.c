// SPDX-License-Identifier: EPL-2.0
// start.c - the C part of the native executable: what must happen before its first thread exists, and calls that keep errno
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { HELD_HANGUP = 1, FREE_QUIT = 2, UTF_8 = 4, LATIN_1 = 8 };

static const rlim_t LEAST_ADDRESSES = 36ULL << 30;

static struct rlimit files;
static int state;

static void ignore(int signal) {
	(void)signal; // unlike SIG_IGN, a handler is not inherited by programs that this process starts
}

/** Ends the process with a message, before the runtime would fail without one that a user can act on. */
static void refuse(const char *message) {
	_exit(write(2, message, strlen(message)) < 0 ? 2 : 1);
}

static void check_surroundings(void) {
	char *directory = getcwd(0, 0);
	if (directory == 0) {
		refuse(errno == ENOENT ? "pmix4j: the working directory does not exist any more; change to another one\n"
				: "pmix4j: the working directory cannot be reached: permission denied; change to another one\n");
	}
	free(directory);
	// the runtime reserves addresses for the largest heap of any machine
	struct rlimit memory;
	if (getrlimit(RLIMIT_AS, &memory) == 0 && memory.rlim_cur < LEAST_ADDRESSES) {
		refuse("pmix4j: the virtual memory is limited (ulimit -v), but the native executable reserves 32 GiB of addresses; raise the limit to"
				" 36 GiB, or use the form of the JVM\n");
	}
}

__attribute__((constructor)) static void start(void) {
	// the first file to be opened would take the number of a closed descriptor, and be used as standard input
	for (int descriptor = 0; descriptor <= 2; descriptor++) {
		if (fcntl(descriptor, F_GETFD) < 0 && errno == EBADF) {
			open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY);
		}
	}
	check_surroundings();
	// QuitSignal.java needs descriptor 3
	int spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (spare == 3) {
		state |= FREE_QUIT;
	} else if (spare > 3) {
		close(spare);
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

/** Returns the charset of the user's locale; 0 for ASCII and all charsets that the runtime lacks. */
static int charset(void) {
	locale_t locale = newlocale(LC_CTYPE_MASK, "", 0);
	if (locale == 0) {
		return 0; // it is not installed, so the C library uses the locale C
	}
	const char *name = nl_langinfo_l(CODESET, locale);
	int found = strcmp(name, "UTF-8") == 0 ? UTF_8 : strcmp(name, "ISO-8859-1") == 0 ? LATIN_1 : 0;
	freelocale(locale);
	return found;
}

/** Undoes what the runtime has changed, and returns what start() has found. */
int pmix4j_started(void) {
	setrlimit(RLIMIT_NOFILE, &files);
	signal(SIGPIPE, ignore);
	signal(SIGXFSZ, ignore); // a write above the limit of files fails then, and the message names the file
	return state | charset();
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
