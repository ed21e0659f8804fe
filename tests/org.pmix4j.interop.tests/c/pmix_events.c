// SPDX-License-Identifier: EPL-2.0
// Events between ranks: ranges NAMESPACE, LOCAL and CUSTOM, a burst from every rank, a late registrant, the default handler,
// deregistration, and the round trip between ranks 0 and 1. Every event must come exactly once.
//
// usage: pmix_events [--c-server] [ROUND_TRIPS]     default 200
//   --c-server  accepts what servers of libpmix 4.2 do worse: they acknowledge a default handler but never call it, and they send
//               a cached event also to its source, which has it in its own cache already
//
// Known: under mpirun 4.1.4 no event ever arrives, so every check fails by its limit of 10 s (pmix_server.c delivers them).
// Absence is proven by a marker: events of one source arrive in order, so an event that has not come before the marker will not come.

#include "pmix_peer.h"

#include <errno.h>
#include <pthread.h>

// The bursts of all ranks stay below the 512 events that a server of libpmix caches: 4.2 loses later ones beyond that.
enum { BURSTS = 200, WAIT_SECONDS = 10 };

// The kinds of events, each with its own status code in the range of user codes.
enum kind { NAMESPACE_WIDE, NODE_WIDE, ONE_TARGET, SOME_TARGETS, BURSTING, LATE, ONLY_DEFAULT, FORGOTTEN, PING, PONG, MARKER, KINDS };

static const char *const names[KINDS] = {"range NAMESPACE", "range LOCAL", "range CUSTOM, one target", "range CUSTOM, odd ranks",
	"burst", "late registrant", "default handler", "deregistered handler", "ping", "pong", "marker"};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned arrived[KINDS];
static unsigned arrived_by_default;
static uint32_t *next_of_burst; // by source rank
static bool c_server;

static pmix_status_t code_of(enum kind kind)
{
	return -5000 - (pmix_status_t) kind;
}

static uint32_t number_in(const pmix_info_t *infos, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (PMIX_CHECK_KEY(&infos[i], "number") && infos[i].value.type == PMIX_UINT32)
			return infos[i].value.data.uint32;
	return UINT32_MAX;
}

static void take(pmix_status_t code, const pmix_proc_t *source, const pmix_info_t *infos, size_t count)
{
	enum kind kind = (enum kind) (-5000 - code);
	uint32_t number = number_in(infos, count);
	if (!check(kind < KINDS, "event code", "%d", code) || !check(number != UINT32_MAX, names[kind], "the info is missing"))
		return;
	arrived[kind]++;
	if (kind == BURSTING && check(source->rank < peer_size, "source", "rank %u", source->rank)) {
		uint32_t wanted = next_of_burst[source->rank]++;
		check(number == wanted, "burst", "event %u of rank %u instead of %u", number, source->rank, wanted);
	}
}

static void on_event(size_t registration, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t results[], size_t result_count, pmix_event_notification_cbfunc_fn_t done, void *data)
{
	(void) registration;
	(void) results;
	(void) result_count;
	pthread_mutex_lock(&lock);
	take(code, source, infos, count);
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

static void on_default(size_t registration, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t results[], size_t result_count, pmix_event_notification_cbfunc_fn_t done, void *data)
{
	pthread_mutex_lock(&lock);
	arrived_by_default++;
	pthread_mutex_unlock(&lock);
	on_event(registration, code, source, infos, count, results, result_count, done, data);
}

static unsigned count_of(enum kind kind)
{
	pthread_mutex_lock(&lock);
	unsigned count = arrived[kind];
	pthread_mutex_unlock(&lock);
	return count;
}

static bool wait_for(enum kind kind, unsigned count)
{
	struct timespec limit;
	int error = 0;
	peer_step(names[kind]);
	clock_gettime(CLOCK_REALTIME, &limit);
	limit.tv_sec += WAIT_SECONDS;
	pthread_mutex_lock(&lock);
	while (arrived[kind] < count && error != ETIMEDOUT)
		error = pthread_cond_timedwait(&changed, &lock, &limit);
	unsigned now = arrived[kind];
	pthread_mutex_unlock(&lock);
	return check(now >= count, names[kind], "%u of %u events in %d s", now, count, WAIT_SECONDS);
}

static size_t listen_for(enum kind kind)
{
	pmix_status_t code = code_of(kind);
	// The blocking form returns the registration, or a negative status.
	pmix_status_t registration = PMIx_Register_event_handler(&code, 1, NULL, 0, on_event, NULL, NULL);
	check(registration >= 0, "PMIx_Register_event_handler", "%s for %s", PMIx_Error_string(registration), names[kind]);
	return (size_t) registration;
}

static void forget(size_t registration)
{
	pmix_status_t status = PMIx_Deregister_event_handler(registration, NULL, NULL);
	check(status == PMIX_SUCCESS || status == PMIX_OPERATION_SUCCEEDED, "PMIx_Deregister_event_handler", "%s",
			PMIx_Error_string(status));
}

static void notify(enum kind kind, pmix_data_range_t range, uint32_t number, pmix_proc_t *targets, size_t count)
{
	pmix_info_t infos[3];
	pmix_data_array_t array = {.type = PMIX_PROC, .size = count, .array = targets};
	bool specific = kind != ONLY_DEFAULT;
	PMIX_INFO_LOAD(&infos[0], "number", &number, PMIX_UINT32);
	PMIX_INFO_LOAD(&infos[1], PMIX_EVENT_NON_DEFAULT, &specific, PMIX_BOOL);
	if (count == 1)
		PMIX_INFO_LOAD(&infos[2], PMIX_EVENT_CUSTOM_RANGE, targets, PMIX_PROC);
	else if (count > 1)
		PMIX_INFO_LOAD(&infos[2], PMIX_EVENT_CUSTOM_RANGE, &array, PMIX_DATA_ARRAY);
	pmix_status_t status = PMIx_Notify_event(code_of(kind), &peer_me, range, infos, count > 0 ? 3 : 2, NULL, NULL);
	check(status == PMIX_SUCCESS || status == PMIX_OPERATION_SUCCEEDED, "PMIx_Notify_event", "%s for %s", PMIx_Error_string(status),
			names[kind]);
}

static void notify_all(enum kind kind, uint32_t number)
{
	notify(kind, PMIX_RANGE_NAMESPACE, number, NULL, 0);
}

// Rank 0 marks the end of its events, after which every rank knows that no more are on the way.
static void expect_count(enum kind kind, unsigned wanted)
{
	static unsigned markers;
	if (peer_me.rank == 0)
		notify_all(MARKER, markers);
	if (wait_for(MARKER, ++markers)) {
		unsigned count = count_of(kind);
		check(count == wanted, names[kind], "%u instead of %u", count, wanted);
	}
	peer_fence("fence after an event", false);
}

static bool is_on_node_of(pmix_rank_t rank)
{
	char *mine = peer_get_string(peer_me.rank, PMIX_HOSTNAME), *other = peer_get_string(rank, PMIX_HOSTNAME);
	bool same = strcmp(mine, other) == 0;
	free(mine);
	free(other);
	return same;
}

static void check_ranges(void)
{
	if (peer_me.rank == 0)
		notify_all(NAMESPACE_WIDE, 0);
	expect_count(NAMESPACE_WIDE, 1);
	if (peer_me.rank == 0)
		notify(NODE_WIDE, PMIX_RANGE_LOCAL, 0, NULL, 0);
	expect_count(NODE_WIDE, is_on_node_of(0));
	pmix_proc_t *targets = calloc(peer_size, sizeof *targets);
	if (targets == NULL)
		exit(EXIT_FAILURE);
	targets[0] = peer_proc(peer_size - 1);
	if (peer_me.rank == 0)
		notify(ONE_TARGET, PMIX_RANGE_CUSTOM, 0, targets, 1);
	expect_count(ONE_TARGET, peer_me.rank == peer_size - 1);
	size_t count = 0;
	for (pmix_rank_t rank = 1; rank < peer_size; rank += 2)
		targets[count++] = peer_proc(rank);
	if (peer_me.rank == 0 && count > 0)
		notify(SOME_TARGETS, PMIX_RANGE_CUSTOM, 0, targets, count);
	expect_count(SOME_TARGETS, peer_me.rank % 2);
	free(targets);
}

static void check_burst(void)
{
	uint32_t count = BURSTS / peer_size + 1;
	for (uint32_t i = 0; i < count; i++)
		notify_all(BURSTING, i);
	wait_for(BURSTING, count * peer_size);
	peer_fence("fence after the burst", false);
	expect_count(BURSTING, count * peer_size);
}

// The event is older than the registration, so it must come from a cache: the server's, or that of the source.
static void check_late(void)
{
	if (peer_me.rank == 0)
		notify_all(LATE, 0);
	expect_count(LATE, 0);
	listen_for(LATE);
	wait_for(LATE, 1);
	peer_fence("fence after the late registration", false);
	expect_count(LATE, c_server && peer_me.rank == 0 ? 2 : 1);
}

static void check_deregistered(void)
{
	size_t registration = listen_for(FORGOTTEN);
	peer_fence("fence before the deregistration", false);
	if (peer_me.rank == 0)
		notify_all(FORGOTTEN, 0);
	expect_count(FORGOTTEN, 1);
	forget(registration);
	peer_fence("fence after the deregistration", false);
	if (peer_me.rank == 0)
		notify_all(FORGOTTEN, 1);
	expect_count(FORGOTTEN, 1);
}

// Must precede the first event, because the library of a process keeps the events that it sent and replays them to a new default handler.
static size_t listen_for_the_rest(void)
{
	pmix_status_t registration = PMIx_Register_event_handler(NULL, 0, NULL, 0, on_default, NULL, NULL);
	check(registration >= 0, "PMIx_Register_event_handler", "%s for the default", PMIx_Error_string(registration));
	return (size_t) registration;
}

// All other events so far had their own handler or were not meant for default handlers.
static void check_default(size_t registration)
{
	if (peer_me.rank == 0)
		notify_all(ONLY_DEFAULT, 0);
	expect_count(ONLY_DEFAULT, c_server && peer_me.rank != 0 ? 0 : 1);
	check(c_server || arrived_by_default == 1, names[ONLY_DEFAULT], "called %u times", arrived_by_default);
	forget(registration);
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *) a;
	double y = *(const double *) b;
	return (x > y) - (x < y);
}

// Returns the median of the round trips in microseconds, on rank 0 only.
static double measure(unsigned trips)
{
	pmix_proc_t partner = peer_proc(1 - peer_me.rank);
	double *us = calloc(trips, sizeof *us);
	double median = 0;
	for (uint32_t i = 0; us != NULL && i < trips; i++) {
		double start = peer_now_us();
		if (peer_me.rank == 0)
			notify(PING, PMIX_RANGE_CUSTOM, i, &partner, 1);
		if (!wait_for(peer_me.rank == 0 ? PONG : PING, i + 1))
			break;
		if (peer_me.rank == 1)
			notify(PONG, PMIX_RANGE_CUSTOM, i, &partner, 1);
		us[i] = peer_now_us() - start;
	}
	if (us != NULL && peer_me.rank == 0 && trips > 0) {
		qsort(us, trips, sizeof *us, compare_doubles);
		median = us[trips / 2];
	}
	free(us);
	return median;
}

int main(int argc, char **argv)
{
	unsigned trips = 200;
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--c-server") == 0)
			c_server = true;
		else
			trips = (unsigned) atoi(argv[i]);
	}
	peer_init("pmix_events");
	next_of_burst = calloc(peer_size, sizeof *next_of_burst);
	if (next_of_burst == NULL)
		return EXIT_FAILURE;
	static const enum kind early[] = {NAMESPACE_WIDE, NODE_WIDE, ONE_TARGET, SOME_TARGETS, BURSTING, PING, PONG, MARKER};
	for (size_t i = 0; i < sizeof early / sizeof *early; i++)
		listen_for(early[i]);
	size_t default_registration = listen_for_the_rest();
	peer_fence("fence after the registrations", false);
	check_ranges();
	check_burst();
	check_late();
	check_deregistered();
	check_default(default_registration);
	double us = peer_size > 1 && peer_me.rank < 2 ? measure(trips) : 0;
	peer_fence("last fence", false);
	free(next_of_burst);
	return peer_finalize("round_trip_us=%.0f", us);
}
