// SPDX-License-Identifier: EPL-2.0
// PMIx client of the benchmarks, run under both launchers. Prints lines "<measure> <number>", which run.py reads.
//
// usage: client launch                 init and finalize only
//        client fence COUNT            rank 0: fence_us, the mean of COUNT fences without data
//        client exchange COUNT BYTES   rank 0: exchange_us, the mean of COUNT times put of BYTES, commit, collecting fence
//        client modex BYTES            every rank: put_fence_ms and get_all_ms of one exchange among all ranks
//        client get BYTES              every rank: first_get_us, and rank 0: cached_get_us, job_get_us, missing_get_us
//        client event COUNT            rank 0: event_us, the median of COUNT round trips to rank 1, or "event_us never"
//        client names COUNT            rank 0: publish_us, lookup_us, unpublish_us, the means of COUNT operations each
//        client connect COUNT          rank 0: connect_us, the mean of COUNT times connect and disconnect of all ranks
//        client group COUNT            rank 0: group_us, the mean of COUNT times construction and destruction of a group of all ranks
//        client query COUNT            rank 0: query_us, the mean of COUNT queries of the process table
//        client spawn COUNT            rank 0: spawn_ms, the median of COUNT spawns of one child, /bin/true

#include <errno.h>
#include <pmix.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LIMIT_SECONDS = 60, EVENT_SECONDS = 3, PING = -5001, PONG = -5002 };

static pmix_proc_t me;
static pmix_proc_t job;
static uint32_t ranks;

static void require(const char *what, pmix_status_t status)
{
	if (status != PMIX_SUCCESS && status != PMIX_OPERATION_SUCCEEDED) {
		fprintf(stderr, "client %u: %s: %s\n", me.rank, what, PMIx_Error_string(status));
		_exit(EXIT_FAILURE);
	}
}

static double now_us(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double) now.tv_sec * 1e6 + (double) now.tv_nsec / 1e3;
}

static void report(const char *measure, double value)
{
	printf("%s %.3f\n", measure, value);
}

static void fence(bool collect)
{
	pmix_info_t info;
	PMIX_INFO_LOAD(&info, PMIX_COLLECT_DATA, &collect, PMIX_BOOL);
	require("fence", PMIx_Fence(&job, 1, &info, collect ? 1 : 0));
}

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

static pmix_proc_t other(uint32_t distance)
{
	pmix_proc_t proc;
	PMIX_LOAD_PROCID(&proc, me.nspace, (me.rank + distance) % ranks);
	return proc;
}

// The first tenth is not measured, because servers and library warm up.
static void measure_fences(int count)
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
static void measure_exchanges(int count, size_t length)
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

static void measure_modex(size_t length)
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
}

static void measure_gets(size_t length)
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

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int events;

static void on_event(size_t registration, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t results[], size_t result_count, pmix_event_notification_cbfunc_fn_t done, void *data)
{
	(void) registration, (void) code, (void) source, (void) infos, (void) count, (void) results, (void) result_count;
	pthread_mutex_lock(&lock);
	events++;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
	done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

static bool await_event(int number)
{
	struct timespec limit;
	int error = 0;
	clock_gettime(CLOCK_REALTIME, &limit);
	limit.tv_sec += EVENT_SECONDS;
	pthread_mutex_lock(&lock);
	while (events < number && error != ETIMEDOUT)
		error = pthread_cond_timedwait(&changed, &lock, &limit);
	bool arrived = events >= number;
	pthread_mutex_unlock(&lock);
	return arrived;
}

static void notify(pmix_status_t code, pmix_proc_t *target)
{
	pmix_info_t info;
	PMIX_INFO_LOAD(&info, PMIX_EVENT_CUSTOM_RANGE, target, PMIX_PROC);
	require("notify", PMIx_Notify_event(code, &me, PMIX_RANGE_CUSTOM, &info, 1, NULL, NULL));
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *) a;
	double y = *(const double *) b;
	return (x > y) - (x < y);
}

static void measure_events(int count)
{
	pmix_status_t code = me.rank == 0 ? PONG : PING;
	pmix_proc_t partner = other(me.rank == 0 ? 1 : ranks - 1);
	double *us = calloc((size_t) count + 1, sizeof *us);
	pmix_status_t registration = PMIx_Register_event_handler(&code, 1, NULL, 0, on_event, NULL, NULL);
	require("registration", registration < 0 ? registration : PMIX_SUCCESS);
	fence(false);
	for (int i = 0; us != NULL && i < count; i++) {
		double start = now_us();
		if (me.rank == 0)
			notify(PING, &partner);
		if (!await_event(i + 1)) {
			// does not finalize, because a server that loses events may hang there as well
			if (me.rank == 0)
				printf("event_us never\n");
			fflush(stdout);
			_exit(EXIT_SUCCESS);
		}
		if (me.rank == 1)
			notify(PONG, &partner);
		us[i] = now_us() - start;
	}
	if (me.rank == 0 && us != NULL) {
		qsort(us, (size_t) count, sizeof *us, compare_doubles);
		report("event_us", us[count / 2]);
	}
	free(us);
	fence(false);
}

// Each number is a mean that excludes the first tenth, as a warm-up.
static void measure_names(int count)
{
	int warm = count / 10;
	double start[4] = {0};
	char key[PMIX_MAX_KEYLEN];
	for (int step = 0; step < 3; step++) {
		for (int i = -warm; i < count; i++) {
			if (i == 0)
				start[step] = now_us();
			snprintf(key, sizeof key, "bench.%u.%d", me.rank, i);
			if (step == 0) {
				pmix_info_t info;
				PMIX_INFO_LOAD(&info, key, "a value of some length", PMIX_STRING);
				require("publish", PMIx_Publish(&info, 1));
				PMIX_INFO_DESTRUCT(&info);
			} else if (step == 1) {
				pmix_pdata_t data;
				PMIX_PDATA_CONSTRUCT(&data);
				PMIX_LOAD_KEY(data.key, key);
				require("lookup", PMIx_Lookup(&data, 1, NULL, 0));
				PMIX_PDATA_DESTRUCT(&data);
			} else {
				char *keys[] = {key, NULL};
				require("unpublish", PMIx_Unpublish(keys, NULL, 0));
			}
		}
		start[step] = (now_us() - start[step]) / count;
	}
	report("publish_us", start[0]);
	report("lookup_us", start[1]);
	report("unpublish_us", start[2]);
}

static void measure_connects(int count)
{
	double start = 0;
	for (int i = -count / 10; i < count; i++) {
		if (i == 0)
			start = now_us();
		require("connect", PMIx_Connect(&job, 1, NULL, 0));
		require("disconnect", PMIx_Disconnect(&job, 1, NULL, 0));
	}
	if (me.rank == 0)
		report("connect_us", (now_us() - start) / count);
}

static void measure_groups(int count)
{
	double start = 0;
	char name[PMIX_MAX_KEYLEN];
	pmix_info_t numbered;
	bool yes = true;
	PMIX_INFO_LOAD(&numbered, PMIX_GROUP_ASSIGN_CONTEXT_ID, &yes, PMIX_BOOL);
	pmix_proc_t *members = calloc(ranks, sizeof *members);
	for (uint32_t rank = 0; rank < ranks; rank++)
		PMIX_LOAD_PROCID(&members[rank], me.nspace, rank);
	for (int i = -count / 10; i < count; i++) {
		pmix_info_t *results = NULL;
		size_t result_count = 0;
		if (i == 0)
			start = now_us();
		snprintf(name, sizeof name, "bench.%d", i);
		require("group construct", PMIx_Group_construct(name, members, ranks, &numbered, 1, &results, &result_count));
		PMIX_INFO_FREE(results, result_count);
		require("group destruct", PMIx_Group_destruct(name, NULL, 0));
	}
	free(members);
	if (me.rank == 0)
		report("group_us", (now_us() - start) / count);
}

static void measure_queries(int count)
{
	double start = 0;
	for (int i = -count / 10; i < count; i++) {
		pmix_query_t query;
		pmix_info_t *results = NULL;
		size_t result_count = 0;
		if (i == 0)
			start = now_us();
		PMIX_QUERY_CONSTRUCT(&query);
		query.keys = calloc(2, sizeof *query.keys);
		query.keys[0] = strdup(PMIX_QUERY_PROC_TABLE);
		require("query", PMIx_Query_info(&query, 1, &results, &result_count));
		PMIX_INFO_FREE(results, result_count);
		PMIX_QUERY_DESTRUCT(&query);
	}
	report("query_us", (now_us() - start) / count);
}

static void measure_spawns(int count)
{
	double *us = calloc((size_t) count + 1, sizeof *us);
	for (int i = 0; us != NULL && i < count; i++) {
		pmix_app_t app;
		pmix_nspace_t child;
		PMIX_APP_CONSTRUCT(&app);
		app.cmd = strdup("/bin/true");
		app.argv = calloc(2, sizeof *app.argv);
		app.argv[0] = strdup("/bin/true");
		app.maxprocs = 1;
		double start = now_us();
		require("spawn", PMIx_Spawn(NULL, 0, &app, 1, child));
		us[i] = now_us() - start;
		PMIX_APP_DESTRUCT(&app);
		usleep(20000);
	}
	if (us != NULL) {
		qsort(us, (size_t) count, sizeof *us, compare_doubles);
		report("spawn_ms", us[count / 2] / 1000);
	}
	free(us);
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "launch";
	int first = argc > 2 ? atoi(argv[2]) : 1000;
	int second = argc > 3 ? atoi(argv[3]) : 1024;
	alarm(LIMIT_SECONDS);
	require("init", PMIx_Init(&me, NULL, 0));
	PMIX_LOAD_PROCID(&job, me.nspace, PMIX_RANK_WILDCARD);
	pmix_value_t *size;
	if (strcmp(mode, "launch") != 0) {
		require("job size", PMIx_Get(&job, PMIX_JOB_SIZE, NULL, 0, &size));
		ranks = size->data.uint32;
		PMIX_VALUE_RELEASE(size);
	}
	if (strcmp(mode, "fence") == 0)
		measure_fences(first);
	else if (strcmp(mode, "exchange") == 0)
		measure_exchanges(first, (size_t) second);
	else if (strcmp(mode, "modex") == 0)
		measure_modex((size_t) first);
	else if (strcmp(mode, "get") == 0)
		measure_gets((size_t) first);
	else if (strcmp(mode, "event") == 0)
		measure_events(first);
	else if (strcmp(mode, "names") == 0)
		measure_names(first);
	else if (strcmp(mode, "connect") == 0)
		measure_connects(first);
	else if (strcmp(mode, "group") == 0)
		measure_groups(first);
	else if (strcmp(mode, "query") == 0)
		measure_queries(first);
	else if (strcmp(mode, "spawn") == 0)
		measure_spawns(first);
	require("finalize", PMIx_Finalize(NULL, 0));
	return EXIT_SUCCESS;
}
