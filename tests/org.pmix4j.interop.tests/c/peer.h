// SPDX-License-Identifier: EPL-2.0
// Common code of the C peers of the interop tests: named checks, one summary line per process, a time limit that names the step.
//
// A peer exits with 0 only if every check held. A failed check goes to stderr as "<program> <rank>: FAILED <check>: <detail>".
// Environment: PEER_LIMIT, seconds until a hanging peer gives up with exit code 124 (default 60).
#ifndef PEER_H
#define PEER_H

#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PEER_HANGS = 124 };

static const char *peer_program = "peer";
static const char *volatile peer_at = "start";
static unsigned peer_rank;
static int peer_failures;

// Only async-signal-safe calls, because the library's threads may be anywhere.
static inline void peer_limit_reached(int signal_number)
{
	(void) signal_number;
	const char *parts[] = {peer_program, ": FAILED time limit, hangs in ", peer_at, "\n"};
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (write(STDERR_FILENO, parts[i], strlen(parts[i])) < 0)
			break;
	_exit(PEER_HANGS);
}

static inline void peer_start(const char *program)
{
	const char *limit = getenv("PEER_LIMIT");
	peer_program = program;
	signal(SIGALRM, peer_limit_reached);
	alarm(limit != NULL ? (unsigned) atoi(limit) : 60);
}

// Names the next step of the process, for the message of the time limit. The text must be a literal.
static inline void peer_step(const char *step)
{
	peer_at = step;
}

__attribute__((format(printf, 3, 4)))
static inline bool check(bool holds, const char *name, const char *format, ...)
{
	if (!holds) {
		char detail[512];
		va_list arguments;
		va_start(arguments, format);
		vsnprintf(detail, sizeof detail, format, arguments);
		va_end(arguments);
		fprintf(stderr, "%s %u: FAILED %s: %s\n", peer_program, peer_rank, name, detail);
		peer_failures++;
	}
	return holds;
}

// Prints "<program> <rank>/<size> ok|FAILED(n) <format...>" in one write and returns the exit code.
static inline int peer_summary(unsigned size, const char *format, va_list arguments)
{
	char detail[512];
	char verdict[32] = "ok";
	vsnprintf(detail, sizeof detail, format, arguments);
	if (peer_failures > 0)
		snprintf(verdict, sizeof verdict, "FAILED(%d)", peer_failures);
	printf("%s %u/%u %s%s%s\n", peer_program, peer_rank, size, verdict, *detail == '\0' ? "" : " ", detail);
	fflush(stdout);
	return peer_failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

// Returns the program for another process like this one: a script may have started this one, which PEER_SELF then names.
static inline char *peer_self(char **argv)
{
	char *self = getenv("PEER_SELF");
	return self != NULL ? self : argv[0];
}

static inline double peer_now_us(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double) now.tv_sec * 1e6 + (double) now.tv_nsec / 1e3;
}

static inline int peer_argument(int argc, char **argv, int index, int fallback)
{
	return argc > index ? atoi(argv[index]) : fallback;
}

// Returns bytes that depend on seed and position, so that shifted, cut or swapped data are detected.
static inline void peer_fill(unsigned char *bytes, size_t length, uint32_t seed)
{
	uint32_t state = seed * 2654435761u + 1;
	for (size_t i = 0; i < length; i++) {
		state = state * 1664525u + 1013904223u;
		bytes[i] = (unsigned char) (state >> 24);
	}
}

// a call that takes as long hangs: its own limit is a second at most, but the machine may be busy
#define PEER_HANG_MS 30e3

// FNV-1a, 64 bit; start with PEER_HASH_START and feed the pieces in order.
#define PEER_HASH_START 14695981039346656037ull

static inline uint64_t peer_hash(uint64_t hash, const void *data, size_t length)
{
	const unsigned char *bytes = data;
	for (size_t i = 0; i < length; i++)
		hash = (hash ^ bytes[i]) * 1099511628211ull;
	return hash;
}

#endif
