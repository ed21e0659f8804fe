// SPDX-License-Identifier: EPL-2.0
// Requests allocations, asks for their state, and spawns into one; with release 6 also controls sessions.
//
// usage: pmix_alloc     one rank on a node with at least two slots
#include "pmix_peer.h"
#ifdef PMIX_SESSION_INSTANTIATE // since 6.0
#include "session_peer.h"
#endif

#ifndef PMIX_ALLOC_WARN_TIMEOUT // after 6.1
#define PMIX_ALLOC_WARN_TIMEOUT "pmix.alloc.wtmo"
#define PMIX_ALLOC_TIMEOUT_WARNING (-194)
#endif

#ifndef PMIX_ALLOC_BEGIN // since 6.0
#define PMIX_ALLOC_BEGIN "pmix.alloc.begin"
#endif
#ifndef PMIX_ALLOC_NOT_WAITING // since 6.0
#define PMIX_ALLOC_NOT_WAITING "pmix.alloc.notwait"
#endif

static volatile int warned, ended;

static pmix_status_t request(pmix_alloc_directive_t directive, pmix_info_t *infos, size_t count, pmix_info_t **results, size_t *found)
{
	*results = NULL;
	*found = 0;
	pmix_status_t status = PMIx_Allocation_request(directive, infos, count, results, found);
	return status == PMIX_OPERATION_SUCCEEDED ? PMIX_SUCCESS : status;
}

static const pmix_value_t *value(const pmix_info_t *infos, size_t count, const char *key)
{
	for (size_t i = 0; i < count; i++)
		if (PMIX_CHECK_KEY(&infos[i], key))
			return &infos[i].value;
	check(false, key, "is missing in the answer");
	return NULL;
}

// Requests one processor and checks the answer. Returns the number of the session.
static uint32_t allocate(const char *name, const char *reference)
{
	pmix_info_t infos[3], *results;
	uint64_t one = 1;
	uint32_t session = 0;
	size_t count;
	peer_step("new allocation");
	PMIX_INFO_LOAD(&infos[0], PMIX_ALLOC_NUM_CPUS, &one, PMIX_UINT64);
	PMIX_INFO_LOAD(&infos[1], PMIX_ALLOC_ID, name, PMIX_STRING);
	PMIX_INFO_LOAD(&infos[2], PMIX_ALLOC_REQ_ID, reference, PMIX_STRING);
	if (expect("new allocation", request(PMIX_ALLOC_NEW, infos, 3, &results, &count), PMIX_SUCCESS)) {
		const pmix_value_t *id = value(results, count, PMIX_ALLOC_ID);
		check(id != NULL && strcmp(id->data.string, name) == 0, "allocation id", "is another one");
		const pmix_value_t *cpus = value(results, count, PMIX_ALLOC_NUM_CPUS);
		check(cpus != NULL && cpus->type == PMIX_UINT64 && cpus->data.uint64 == 1, "processors", "are not one");
		const pmix_value_t *nodes = value(results, count, PMIX_ALLOC_NUM_NODES);
		check(nodes != NULL && nodes->data.uint64 == 1, "nodes", "are not one");
		const pmix_value_t *number = value(results, count, PMIX_SESSION_ID);
		session = number != NULL ? (uint32_t) peer_number(PMIX_SESSION_ID, number) : 0;
		PMIX_INFO_FREE(results, count);
	}
	return session;
}

static void refused(const char *key, const char *text, pmix_status_t wanted)
{
	pmix_info_t info, *results;
	size_t count;
	PMIX_INFO_LOAD(&info, key, text, PMIX_STRING);
	expect(key, request(PMIX_ALLOC_NEW, &info, 1, &results, &count), wanted);
}

static void change(const char *what, pmix_alloc_directive_t directive, const char *name, pmix_status_t wanted)
{
	pmix_info_t info, *results;
	size_t count;
	peer_step(what);
	PMIX_INFO_LOAD(&info, PMIX_ALLOC_ID, name, PMIX_STRING);
	expect(what, request(directive, &info, 1, &results, &count), wanted);
}

static void ask_status(const char *reference)
{
	pmix_query_t query;
	pmix_info_t *results = NULL;
	size_t count = 0;
	pmix_status_t status;
	PMIX_QUERY_CONSTRUCT(&query);
	PMIX_ARGV_APPEND(status, query.keys, PMIX_QUERY_ALLOC_STATUS);
	PMIX_QUERY_QUALIFIERS_CREATE(&query, 1);
	PMIX_INFO_LOAD(&query.qualifiers[0], PMIX_ALLOC_REQ_ID, reference, PMIX_STRING);
	if (expect("status of the allocation", PMIx_Query_info(&query, 1, &results, &count), PMIX_SUCCESS)) {
		const pmix_value_t *state = value(results, count, PMIX_QUERY_ALLOC_STATUS);
		check(state != NULL && state->type == PMIX_STRING && strcmp(state->data.string, "ACTIVE") == 0, "status", "is not ACTIVE");
		PMIX_INFO_FREE(results, count);
	}
}

// Spawns a job into the session that the attribute names.
static void spawn_into(const char *key, void *session, pmix_data_type_t type, pmix_status_t wanted)
{
	pmix_app_t app;
	pmix_info_t infos[2];
	pmix_nspace_t child;
	PMIX_APP_CONSTRUCT(&app);
	app.cmd = strdup("true");
	app.maxprocs = 1;
	PMIX_INFO_LOAD(&infos[0], key, session, type);
	PMIX_INFO_LOAD(&infos[1], PMIX_MAPBY, "slot:oversubscribe", PMIX_STRING); // the job before may not have ended
	peer_step("PMIx_Spawn");
	expect(key, PMIx_Spawn(infos, 2, &app, 1, child), wanted);
	PMIX_APP_DESTRUCT(&app);
}

static void note(size_t handler, pmix_status_t status, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t *results, size_t nresults, pmix_event_notification_cbfunc_fn_t done, void *object)
{
	(void) handler, (void) source, (void) results, (void) nresults;
	for (size_t i = 0; i < count; i++)
		if (PMIX_CHECK_KEY(&infos[i], PMIX_ALLOC_ID) && strcmp(infos[i].value.data.string, "short") == 0) {
			warned += status == PMIX_ALLOC_TIMEOUT_WARNING;
			ended += status == PMIX_EVENT_SESSION_END;
		}
	if (done != NULL)
		done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, object);
}

// Lets an allocation of two seconds expire, with a warning one second before.
static void expire(void)
{
	pmix_status_t codes[] = {PMIX_ALLOC_TIMEOUT_WARNING, PMIX_EVENT_SESSION_END};
	pmix_info_t infos[3], *results;
	size_t count;
	struct timespec pause = {.tv_nsec = 10000000};
	check(PMIx_Register_event_handler(codes, 2, NULL, 0, note, NULL, NULL) >= 0, "register for the end", "refused");
	peer_seconds(&infos[0], PMIX_ALLOC_TIME, 2);
	PMIX_INFO_LOAD(&infos[1], PMIX_ALLOC_ID, "short", PMIX_STRING);
	peer_seconds(&infos[2], PMIX_ALLOC_WARN_TIMEOUT, 1);
	if (expect("short allocation", request(PMIX_ALLOC_NEW, infos, 3, &results, &count), PMIX_SUCCESS))
		PMIX_INFO_FREE(results, count);
	peer_step("warning of the end");
	while (!warned)
		nanosleep(&pause, NULL);
	check(!ended, "warning", "came after the end");
	peer_step("end of the session");
	while (!ended)
		nanosleep(&pause, NULL);
}

static void cancel(const char *what, const char *name, pmix_status_t wanted)
{
	pmix_info_t info, *results = NULL;
	size_t count = 0;
	peer_step(what);
	PMIX_INFO_LOAD(&info, PMIX_JOB_CTRL_CANCEL, name, PMIX_STRING);
	expect(what, PMIx_Job_control(NULL, 0, &info, 1, &results, &count), wanted);
}

// Cancels a request that waits for its time, by its own name.
static void cancel_waiting(void)
{
	pmix_info_t infos[4], *results;
	uint64_t one = 1;
	size_t count;
	peer_step("allocation for later");
	PMIX_INFO_LOAD(&infos[0], PMIX_ALLOC_NUM_CPUS, &one, PMIX_UINT64);
	PMIX_INFO_LOAD(&infos[1], PMIX_ALLOC_REQ_ID, "later", PMIX_STRING);
	PMIX_INFO_LOAD(&infos[2], PMIX_ALLOC_BEGIN, "now+1hour", PMIX_STRING);
	peer_flag(&infos[3], PMIX_ALLOC_NOT_WAITING);
	if (expect("allocation for later", request(PMIX_ALLOC_NEW, infos, 4, &results, &count), PMIX_SUCCESS))
		PMIX_INFO_FREE(results, count);
	cancel("cancel of a waiting request", "later", PMIX_SUCCESS);
	cancel("cancel of a canceled request", "later", PMIX_ERR_NOT_FOUND);
}

int main(void)
{
	uint32_t unknown = 4711;
	peer_init("pmix_alloc");
	uint32_t session = allocate("mine", "my request");
	ask_status("my request");
	change("name in use", PMIX_ALLOC_NEW, "mine", PMIX_ERR_EXISTS);
	spawn_into(PMIX_ALLOC_ID, "mine", PMIX_STRING, PMIX_SUCCESS);
	spawn_into(PMIX_ALLOC_REQ_ID, "my request", PMIX_STRING, PMIX_SUCCESS);
	spawn_into(PMIX_SESSION_ID, &session, PMIX_UINT32, PMIX_SUCCESS);
	spawn_into(PMIX_SESSION_ID, &unknown, PMIX_UINT32, PMIX_ERR_NOT_FOUND);
	spawn_into(PMIX_ALLOC_ID, "none", PMIX_STRING, PMIX_ERR_NOT_FOUND);
	change("release of an unknown allocation", PMIX_ALLOC_RELEASE, "none", PMIX_ERR_NOT_FOUND);
	change("cancel of what does not wait", (pmix_alloc_directive_t) 5, "mine", PMIX_ERR_NOT_FOUND);
	cancel_waiting();
	refused(PMIX_ALLOC_QUEUE, "fast", PMIX_ERR_NOT_FOUND);
	refused(PMIX_ALLOC_FABRIC_PLANE, "one", PMIX_ERR_NOT_SUPPORTED);
	expire();
#ifdef PMIX_SESSION_INSTANTIATE
	sessions();
	change("release", PMIX_ALLOC_RELEASE, "mine", PMIX_SUCCESS); // its processor is needed below
	allocations();
	blocks();
#endif
	return peer_finalize("session %u", session);
}
