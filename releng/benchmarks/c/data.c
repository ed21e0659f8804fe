// SPDX-License-Identifier: EPL-2.0
// Measures of values that ranks exchange.

#include "client.h"

#include <stdio.h>
#include <stdlib.h>

static void put(const char *key, size_t length)
{
	pmix_value_t value = {.type = PMIX_BYTE_OBJECT};
	unsigned state = me.rank + 1;
	value.data.bo.size = length;
	value.data.bo.bytes = malloc(length + 1);
	for (size_t i = 0; i < length; i++) {
		state = state * 1664525u + 1013904223u;
		value.data.bo.bytes[i] = (char) (state >> 24);
	}
	require("put", PMIx_Put(PMIX_GLOBAL, key, &value));
	require("commit", PMIx_Commit());
	free(value.data.bo.bytes);
}

static double get_us(const pmix_proc_t *proc, const char *key, size_t length)
{
	pmix_value_t *value;
	double start = now_us();
	require("get", PMIx_Get(proc, key, NULL, 0, &value));
	double us = now_us() - start;
	if (length > 0 && (value->type != PMIX_BYTE_OBJECT || value->data.bo.size != length))
		require("length of the value", PMIX_ERR_TYPE_MISMATCH);
	PMIX_VALUE_RELEASE(value);
	return us;
}

// The first tenth is not measured, because servers and library warm up.
void measure_fences(int count)
{
	double start = 0;
	for (int i = -count / 10; i < count; i++) {
		if (i == 0)
			start = now_us();
		fence(false);
	}
	if (me.rank == 0)
		report("fence_us", (now_us() - start) / count);
}

// Puts the same key every time: a commit sends all keys ever put, and its size should stay the same.
void measure_exchanges(int count, size_t length)
{
	double start = 0;
	for (int i = -count / 10; i < count; i++) {
		if (i == 0)
			start = now_us();
		put("bench", length);
		fence(true);
	}
	if (me.rank == 0)
		report("exchange_us", (now_us() - start) / count);
}

void measure_modex(size_t length)
{
	fence(false);
	double start = now_us();
	put("bench", length);
	fence(true);
	double fenced = now_us();
	for (uint32_t distance = 1; distance < ranks; distance++) {
		pmix_proc_t proc = other(distance);
		get_us(&proc, "bench", length);
	}
	double end = now_us();
	fence(false);
	report("put_fence_ms", (fenced - start) / 1000);
	report("get_all_ms", (end - fenced) / 1000);
	report("modex_ms", (end - start) / 1000);
}

void measure_gets(size_t length)
{
	enum { REPEATS = 5000, MISSING = 200 };
	pmix_proc_t proc = other(1);
	put("bench", length);
	fence(true);
	double first = get_us(&proc, "bench", length);
	report("first_get_us", first);
	fence(false);
	if (me.rank == 0) {
		double cached = 0;
		double of_job = 0;
		for (int i = 0; i < REPEATS; i++) {
			cached += get_us(&proc, "bench", length);
			of_job += get_us(&job, PMIX_JOB_SIZE, 0);
		}
		report("cached_get_us", cached / REPEATS);
		report("job_get_us", of_job / REPEATS);
		pmix_info_t immediate;
		pmix_value_t *value;
		bool yes = true;
		PMIX_INFO_LOAD(&immediate, PMIX_IMMEDIATE, &yes, PMIX_BOOL);
		double start = now_us();
		for (int i = 0; i < MISSING; i++)
			if (PMIx_Get(&proc, "no.such.key", &immediate, 1, &value) == PMIX_SUCCESS)
				require("get of a missing key", PMIX_ERROR);
		report("missing_get_us", (now_us() - start) / MISSING);
	}
	fence(false);
}

void measure_keys(int count)
{
	char key[PMIX_MAX_KEYLEN + 1];
	for (int i = 0; i < count; i++) {
		pmix_value_t value = {.type = PMIX_UINT64, .data.uint64 = (uint64_t) i};
		snprintf(key, sizeof key, "bench.%d", i);
		require("put", PMIx_Put(PMIX_GLOBAL, key, &value));
	}
	fence(false);
	double start = now_us();
	require("commit", PMIx_Commit());
	report("commit_ms", (now_us() - start) / 1000);
	fence(true);
	pmix_proc_t proc = other(1);
	report("first_of_many_us", get_us(&proc, key, 0));
	fence(false);
}
