// SPDX-License-Identifier: EPL-2.0
// A rank of the chaos harness. Prints a stream that the harness can predict, and is a well-behaved client of the server.
//
// usage: rank probe STOP RANKS BYTES   repeats init, put of BYTES, commit, fence with ranks 0..RANKS-1, get, finalize until the file
//                                      STOP names the last cycle
//        rank stream LINES             prints LINES lines and exits with 0
//        rank linger                   prints without end, until it is killed
//        rank init                     calls PMIx_Init, prints a line and waits until it is killed
//        rank stranger                 calls PMIx_Init and, if that succeeds, PMIx_Abort
//
// Each line is "S <rank> <number> <64 letters>", where the letters follow from rank and number; the end is "E <rank> <lines> 0". A probe
// also prints "C <rank> <cycle> <microseconds>" after each cycle. Each line is one write.

#include <pmix.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LETTERS = 64, ALPHABET = 26, LINES_OF_CYCLE = 20, PAUSE_US = 10000, FAILED = 3, SMALLEST = 16 };

static unsigned rank;
static unsigned long printed;

static void emit(const char *line, size_t length)
{
	while (length > 0) {
		ssize_t count = write(STDOUT_FILENO, line, length);
		if (count < 0)
			exit(FAILED);
		line += count;
		length -= (size_t) count;
	}
}

static void stream(unsigned long lines)
{
	for (unsigned long end = printed + lines; printed < end; printed++) {
		char line[LETTERS + 64];
		int length = sprintf(line, "S %u %lu ", rank, printed);
		for (int i = 0; i < LETTERS; i++)
			line[length++] = (char) ('a' + (rank * 5 + printed * 7 + (unsigned) i) % ALPHABET);
		line[length++] = '\n';
		emit(line, (size_t) length);
	}
}

static void say(char kind, unsigned long number, unsigned long value)
{
	char line[96];
	emit(line, (size_t) sprintf(line, "%c %u %lu %lu\n", kind, rank, number, value));
}

static unsigned long now_us(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (unsigned long) now.tv_sec * 1000000 + (unsigned long) now.tv_nsec / 1000;
}

static void expect(const char *call, pmix_status_t status)
{
	if (status != PMIX_SUCCESS) {
		char line[96];
		emit(line, (size_t) snprintf(line, sizeof line, "F %u %s %d\n", rank, call, status));
		exit(FAILED);
	}
}

static void cycle(unsigned long number, unsigned ranks, char *bytes, size_t size)
{
	pmix_proc_t self;
	pmix_proc_t procs[16];
	pmix_value_t value;
	pmix_value_t *got = NULL;
	pmix_key_t key;
	expect("PMIx_Init", PMIx_Init(&self, NULL, 0));
	// two keys in turn: a rank that is one cycle ahead must not replace what others are about to get
	snprintf(key, sizeof key, "chaos.%lu", number % 2);
	memcpy(bytes, &number, sizeof number);
	value.type = PMIX_BYTE_OBJECT;
	value.data.bo.bytes = bytes;
	value.data.bo.size = size;
	expect("PMIx_Put", PMIx_Put(PMIX_GLOBAL, key, &value));
	expect("PMIx_Commit", PMIx_Commit());
	for (unsigned i = 0; i < ranks; i++)
		PMIX_LOAD_PROCID(&procs[i], self.nspace, i);
	expect("PMIx_Fence", PMIx_Fence(procs, ranks, NULL, 0));
	expect("PMIx_Get", PMIx_Get(&procs[(rank + 1) % ranks], key, NULL, 0, &got));
	if (got->type != PMIX_BYTE_OBJECT || got->data.bo.size != size || memcmp(got->data.bo.bytes, bytes, size) != 0)
		expect("value", PMIX_ERROR);
	PMIX_VALUE_RELEASE(got);
	expect("PMIx_Finalize", PMIx_Finalize(NULL, 0));
}

static void probe(const char *stop, unsigned ranks, size_t size)
{
	char *bytes = calloc(1, size);
	unsigned long number = 0;
	// all stop after the same cycle, or one would wait for the others in a fence
	for (unsigned long last = 0; last == 0 || number < last;) {
		unsigned long start = now_us();
		cycle(number, ranks, bytes, size);
		say('C', number++, now_us() - start);
		stream(LINES_OF_CYCLE);
		usleep(PAUSE_US);
		FILE *file = last == 0 ? fopen(stop, "r") : NULL;
		if (file != NULL) {
			if (fscanf(file, "%lu", &last) != 1)
				last = 0;
			fclose(file);
		}
	}
	free(bytes);
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";
	const char *own = getenv("PMIX_RANK");
	rank = own != NULL ? (unsigned) atoi(own) : 0;
	if (strcmp(mode, "probe") == 0 && argc > 4) {
		size_t size = strtoul(argv[4], NULL, 10);
		probe(argv[2], (unsigned) atoi(argv[3]), size > SMALLEST ? size : SMALLEST);
	} else if (strcmp(mode, "stream") == 0 && argc > 2) {
		stream(strtoul(argv[2], NULL, 10));
	} else if (strcmp(mode, "linger") == 0) {
		while (true) {
			stream(1);
			usleep(PAUSE_US / 10);
		}
	} else if (strcmp(mode, "init") == 0) {
		pmix_proc_t self;
		expect("PMIx_Init", PMIx_Init(&self, NULL, 0));
		stream(1);
		while (true)
			pause();
	} else if (strcmp(mode, "stranger") == 0) {
		pmix_proc_t self;
		expect("PMIx_Init", PMIx_Init(&self, NULL, 0));
		expect("PMIx_Abort", PMIx_Abort(FAILED, "by a stranger", NULL, 0));
	} else {
		fprintf(stderr, "usage: rank probe STOP RANKS BYTES | stream LINES | linger | init | stranger\n");
		return 2;
	}
	say('E', printed, 0);
	return EXIT_SUCCESS;
}
