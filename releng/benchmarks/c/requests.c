// SPDX-License-Identifier: EPL-2.0
// Measures of requests to the server, and of events.

#include "client.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { EVENT_SECONDS = 3, PING = -5001, PONG = -5002 };

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

void measure_events(int count)
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
void measure_names(int count)
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

void measure_connects(int count)
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

void measure_groups(int count)
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

void measure_queries(int count)
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

void measure_spawns(int count)
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
