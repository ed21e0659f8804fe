// SPDX-License-Identifier: EPL-2.0
// The calls of a client, measured in rounds, as Calls.java does with the client in Java. Rank 0 of two ranks prints a line
// "<measure> <microseconds>" for each measure: the median of the last half of the rounds. A round has one value of each measure: the mean of
// its calls, or the median of its round trips of events.
//
// usage: calls ROUNDS KEYS

#include <pmix.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { LIMIT_SECONDS = 300, FENCES = 50, GETS = 1000, NAMES = 20, EVENTS = 20, PING = -5001, PONG = -5002 };
enum measure { PUT, COMMIT, EXCHANGE, FIRST_GET, CACHED_GET, FENCE, PUBLISH, LOOKUP, EVENT, MEASURES };

static const char *const names[] = {"put", "commit", "exchange", "first_get", "cached_get", "fence", "publish", "lookup", "event"};
static pmix_proc_t me;
static pmix_proc_t other;
static pmix_proc_t job;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int arrived;
static double started;

static void require(const char *what, pmix_status_t status)
{
	if (status != PMIX_SUCCESS && status != PMIX_OPERATION_SUCCEEDED) {
		fprintf(stderr, "calls %u: %s: %s\n", me.rank, what, PMIx_Error_string(status));
		_exit(EXIT_FAILURE);
	}
}

static void begin(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	started = (double) now.tv_sec * 1e6 + (double) now.tv_nsec / 1e3;
}

static double end(int count)
{
	double from = started;
	begin();
	return (started - from) / count;
}

static void fence(bool collect)
{
	pmix_info_t info;
	PMIX_INFO_LOAD(&info, PMIX_COLLECT_DATA, &collect, PMIX_BOOL);
	require("fence", PMIx_Fence(&job, 1, &info, collect ? 1 : 0));
}

static void put(const char *key, uint32_t number)
{
	pmix_value_t value = {.type = PMIX_UINT32, .data.uint32 = number};
	require("put", PMIx_Put(PMIX_GLOBAL, key, &value));
}

static void get(const char *key, uint32_t wanted)
{
	pmix_value_t *value;
	require(key, PMIx_Get(&other, key, NULL, 0, &value));
	require("value", value->data.uint32 == wanted ? PMIX_SUCCESS : PMIX_ERROR);
	PMIX_VALUE_RELEASE(value);
}

static void on_event(size_t registration, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t results[], size_t result_count, pmix_event_notification_cbfunc_fn_t done, void *data)
{
	(void) registration, (void) code, (void) source, (void) infos, (void) count, (void) results, (void) result_count;
	pthread_mutex_lock(&lock);
	arrived++;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
	done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

static void await_event(void)
{
	pthread_mutex_lock(&lock);
	while (arrived == 0)
		pthread_cond_wait(&changed, &lock);
	arrived--;
	pthread_mutex_unlock(&lock);
}

static void notify(pmix_status_t code)
{
	pmix_info_t info;
	PMIX_INFO_LOAD(&info, PMIX_EVENT_CUSTOM_RANGE, &other, PMIX_PROC);
	require("notify", PMIx_Notify_event(code, &me, PMIX_RANGE_CUSTOM, &info, 1, NULL, NULL));
}

static void measure_data(int round, int keys, double us[])
{
	char key[PMIX_MAX_KEYLEN];
	begin();
	for (int i = 0; i < keys; i++) {
		snprintf(key, sizeof key, "calls.key.%d", i);
		put(key, (uint32_t) i);
	}
	us[PUT] = end(keys);
	snprintf(key, sizeof key, "calls.first.%d", round);
	put(key, 7);
	begin();
	require("commit", PMIx_Commit());
	us[COMMIT] = end(1);
	fence(false);
	begin();
	fence(true);
	us[EXCHANGE] = end(1);
	begin();
	get(key, 7);
	us[FIRST_GET] = end(1);
	begin();
	for (int i = 0; i < GETS; i++)
		get(key, 7);
	us[CACHED_GET] = end(GETS);
	fence(false);
	begin();
	for (int i = 0; i < FENCES; i++)
		fence(false);
	us[FENCE] = end(FENCES);
}

static void measure_names(int round, double us[])
{
	char key[PMIX_MAX_KEYLEN];
	for (enum measure step = PUBLISH; step <= LOOKUP; step++) {
		begin();
		for (int i = 0; i < NAMES; i++) {
			snprintf(key, sizeof key, "calls.%u.%d.%d", me.rank, round, i);
			if (step == PUBLISH) {
				pmix_info_t info;
				PMIX_INFO_LOAD(&info, key, "a value of some length", PMIX_STRING);
				require("publish", PMIx_Publish(&info, 1));
				PMIX_INFO_DESTRUCT(&info);
			} else {
				pmix_pdata_t data;
				PMIX_PDATA_CONSTRUCT(&data);
				PMIX_LOAD_KEY(data.key, key);
				require("lookup", PMIx_Lookup(&data, 1, NULL, 0));
				PMIX_PDATA_DESTRUCT(&data);
			}
		}
		us[step] = end(NAMES);
	}
	fence(false);
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *) a;
	double y = *(const double *) b;
	return (x > y) - (x < y);
}

static void measure_events(double us[])
{
	double trips[EVENTS];
	for (int i = 0; i < EVENTS; i++) {
		begin();
		if (me.rank == 0)
			notify(PING);
		await_event();
		if (me.rank == 1)
			notify(PONG);
		trips[i] = end(1);
	}
	qsort(trips, EVENTS, sizeof *trips, compare_doubles);
	us[EVENT] = trips[EVENTS / 2];
	fence(false);
}

int main(int argc, char **argv)
{
	int rounds = argc > 2 ? atoi(argv[1]) : 2;
	int keys = argc > 2 ? atoi(argv[2]) : 10;
	alarm(LIMIT_SECONDS);
	require("init", PMIx_Init(&me, NULL, 0));
	PMIX_LOAD_PROCID(&job, me.nspace, PMIX_RANK_WILDCARD);
	PMIX_LOAD_PROCID(&other, me.nspace, 1 - me.rank);
	pmix_status_t code = me.rank == 0 ? PONG : PING;
	pmix_status_t registration = PMIx_Register_event_handler(&code, 1, NULL, 0, on_event, NULL, NULL);
	require("registration", registration < 0 ? registration : PMIX_SUCCESS);
	fence(false);
	double (*us)[MEASURES] = calloc((size_t) rounds, sizeof *us);
	for (int round = 0; us != NULL && round < rounds; round++) {
		measure_data(round, keys, us[round]);
		measure_names(round, us[round]);
		measure_events(us[round]);
	}
	double *last = calloc((size_t) rounds, sizeof *last);
	for (int measure = 0; us != NULL && last != NULL && me.rank == 0 && measure < MEASURES; measure++) {
		int from = rounds / 2;
		for (int round = from; round < rounds; round++)
			last[round - from] = us[round][measure];
		qsort(last, (size_t) (rounds - from), sizeof *last, compare_doubles);
		printf("%s %.3f\n", names[measure], last[(rounds - from) / 2]);
	}
	free(last);
	free(us);
	require("finalize", PMIx_Finalize(NULL, 0));
	return EXIT_SUCCESS;
}
