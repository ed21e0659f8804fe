// SPDX-License-Identifier: EPL-2.0
// Makes every call of the client library that the server forwards to its host, and prints the status of each as "call NAME STATUS".
// The test that starts it is that host, and knows which statuses to expect.
//
// usage: pmix_allcalls         rank 0 of a job of two whose rank 1 is remote
//        pmix_allcalls more    makes further calls with attributes before; the test compares their requests with those in Java
//
// Known: the client of libpmix 4.2 takes a refusal of PMIx_Fabric_register for success.

#include "pmix_calls.h"

#include <pmix_tool.h>
#include <pthread.h>

enum { WAIT_SECONDS = 20 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pmix_status_t answer;
static size_t reference;
static bool answered;

struct call {
	const char *name;
	pmix_status_t (*make)(void);
};

static void report(const char *name, pmix_status_t status)
{
	printf("call %s %d\n", name, status == PMIX_OPERATION_SUCCEEDED ? PMIX_SUCCESS : status);
	fflush(stdout);
}

static void on_answer(pmix_status_t status, size_t number, void *data)
{
	(void) data;
	pthread_mutex_lock(&lock);
	answer = status;
	reference = number;
	answered = true;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
}

static void on_done(pmix_status_t status, void *data)
{
	on_answer(status, 0, data);
}

static pmix_status_t await(pmix_status_t status)
{
	pthread_mutex_lock(&lock);
	while (status == PMIX_SUCCESS && !answered)
		pthread_cond_wait(&changed, &lock);
	pmix_status_t result = status == PMIX_SUCCESS ? answer : status;
	answered = false;
	pthread_mutex_unlock(&lock);
	return result;
}

static void on_event(size_t registration, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t results[], size_t result_count, pmix_event_notification_cbfunc_fn_t done, void *data)
{
	(void) registration;
	(void) code;
	(void) source;
	(void) infos;
	(void) count;
	(void) results;
	(void) result_count;
	done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

static void on_output(size_t registration, pmix_iof_channel_t channel, pmix_proc_t *source, pmix_byte_object_t *bytes,
		pmix_info_t infos[], size_t count)
{
	(void) registration;
	(void) channel;
	(void) source;
	(void) bytes;
	(void) infos;
	(void) count;
}

static pmix_info_t text(const char *key, const char *value)
{
	pmix_info_t info;
	PMIX_INFO_LOAD(&info, key, value, PMIX_STRING);
	return info;
}

static pmix_status_t fence(void)
{
	return PMIx_Fence(NULL, 0, NULL, 0);
}

static pmix_status_t get(void)
{
	pmix_value_t *value;
	pmix_status_t status = peer_get(1, "interop.elsewhere", NULL, 0, &value);
	if (status == PMIX_SUCCESS)
		PMIX_VALUE_RELEASE(value);
	return status;
}

static pmix_status_t publish(void)
{
	pmix_info_t info = text("interop.port", "1234");
	return PMIx_Publish(&info, 1);
}

static pmix_status_t lookup(void)
{
	pmix_pdata_t data;
	PMIX_PDATA_CONSTRUCT(&data);
	PMIX_LOAD_KEY(data.key, "interop.port");
	return PMIx_Lookup(&data, 1, NULL, 0);
}

static pmix_status_t connect_all(void)
{
	pmix_proc_t all = peer_proc(PMIX_RANK_WILDCARD);
	return PMIx_Connect(&all, 1, NULL, 0);
}

static pmix_status_t disconnect_all(void)
{
	pmix_proc_t all = peer_proc(PMIX_RANK_WILDCARD);
	return PMIx_Disconnect(&all, 1, NULL, 0);
}

static pmix_status_t register_event(void)
{
	pmix_status_t code = PMIX_EVENT_NODE_DOWN;
	return await(PMIx_Register_event_handler(&code, 1, NULL, 0, on_event, on_answer, NULL));
}

static pmix_status_t deregister_event(void)
{
	return await(PMIx_Deregister_event_handler(reference, on_done, NULL));
}

static pmix_status_t notify(void)
{
	return PMIx_Notify_event(-5000, &peer_me, PMIX_RANGE_GLOBAL, NULL, 0, NULL, NULL);
}

static pmix_status_t query(void)
{
	pmix_query_t query;
	pmix_info_t *infos = NULL;
	size_t count = 0;
	char key[] = "interop.question";
	char *keys[] = {key, NULL};
	PMIX_QUERY_CONSTRUCT(&query);
	query.keys = keys;
	return PMIx_Query_info(&query, 1, &infos, &count);
}

static pmix_status_t log_text(void)
{
	pmix_info_t info = text("interop.log", "nothing");
	return PMIx_Log(&info, 1, NULL, 0);
}

static pmix_status_t allocate(void)
{
	pmix_info_t info = text("interop.resource", "more");
	pmix_info_t *infos = NULL;
	size_t count = 0;
	return PMIx_Allocation_request(PMIX_ALLOC_EXTEND, &info, 1, &infos, &count);
}

static pmix_status_t job_control(void)
{
	pmix_info_t info = text("interop.control", "something");
	pmix_info_t *infos = NULL;
	size_t count = 0;
	return PMIx_Job_control(NULL, 0, &info, 1, &infos, &count);
}

static pmix_status_t monitor(void)
{
	pmix_info_t info = text("interop.monitor", "something");
	pmix_info_t *infos = NULL;
	size_t count = 0;
	return PMIx_Process_monitor(&info, PMIX_MONITOR_FILE_ALERT, NULL, 0, &infos, &count);
}

static pmix_status_t get_credential(void)
{
	pmix_info_t info = text(PMIX_CRED_TYPE, "interop");
	pmix_byte_object_t credential = {.bytes = NULL, .size = 0};
	return PMIx_Get_credential(&info, 1, &credential);
}

static pmix_status_t validate_credential(void)
{
	char bytes[] = "nothing";
	pmix_byte_object_t credential = {.bytes = bytes, .size = sizeof bytes};
	pmix_info_t info = text(PMIX_CRED_TYPE, "interop");
	pmix_info_t *infos = NULL;
	size_t count = 0;
	return PMIx_Validate_credential(&credential, &info, 1, &infos, &count);
}

static pmix_status_t pull_output(void)
{
	pmix_proc_t all = peer_proc(PMIX_RANK_WILDCARD);
	return await(PMIx_IOF_pull(&all, 1, NULL, 0, PMIX_FWD_STDOUT_CHANNEL, on_output, on_answer, NULL));
}

static pmix_status_t push_input(void)
{
	pmix_proc_t other = peer_proc(1);
	char bytes[] = "input";
	pmix_byte_object_t input = {.bytes = bytes, .size = sizeof bytes};
	return await(PMIx_IOF_push(&other, 1, &input, NULL, 0, on_done, NULL));
}

static pmix_status_t construct_group(void)
{
	pmix_proc_t both[] = {peer_proc(0), peer_proc(1)};
	pmix_info_t info;
	pmix_info_t *infos = NULL;
	size_t count = 0;
	peer_flag(&info, PMIX_GROUP_ASSIGN_CONTEXT_ID);
	return PMIx_Group_construct("interop", both, 2, &info, 1, &infos, &count);
}

static pmix_status_t destruct_group(void)
{
	return PMIx_Group_destruct("interop", NULL, 0);
}

static pmix_fabric_t fabric;

static pmix_status_t register_fabric(void)
{
	PMIX_FABRIC_CONSTRUCT(&fabric);
	return PMIx_Fabric_register(&fabric, NULL, 0);
}

static pmix_status_t update_fabric(void)
{
	return PMIx_Fabric_update(&fabric);
}

static pmix_status_t abort_other(void)
{
	pmix_proc_t other = peer_proc(1);
	return PMIx_Abort(42, "interop", &other, 1);
}

static pmix_status_t put(void)
{
	uint32_t number = 7;
	pmix_value_t value = {.type = PMIX_UINT32, .data.uint32 = number};
	pmix_status_t status = PMIx_Put(PMIX_GLOBAL, "interop.number", &value);
	value.type = PMIX_STRING;
	value.data.string = "text";
	if (status == PMIX_SUCCESS)
		status = PMIx_Put(PMIX_LOCAL, "interop.local", &value);
	if (status == PMIX_SUCCESS)
		status = PMIx_Put(PMIX_REMOTE, "interop.remote", &value);
	return status == PMIX_SUCCESS ? PMIx_Commit() : status;
}

static pmix_status_t fence_collecting(void)
{
	pmix_proc_t both[] = {peer_proc(0), peer_proc(1)};
	pmix_info_t infos[2];
	int limit = 30;
	peer_flag(&infos[0], PMIX_COLLECT_DATA);
	PMIX_INFO_LOAD(&infos[1], PMIX_TIMEOUT, &limit, PMIX_INT);
	return PMIx_Fence(both, 2, infos, 2);
}

static pmix_status_t get_immediate(void)
{
	pmix_info_t infos[2];
	pmix_value_t *value;
	int limit = 30;
	peer_flag(&infos[0], PMIX_IMMEDIATE);
	PMIX_INFO_LOAD(&infos[1], PMIX_TIMEOUT, &limit, PMIX_INT);
	pmix_status_t status = peer_get(1, "interop.elsewhere", infos, 2, &value);
	if (status == PMIX_SUCCESS)
		PMIX_VALUE_RELEASE(value);
	return status;
}

static pmix_status_t publish_in_session(void)
{
	pmix_data_range_t range = PMIX_RANGE_SESSION;
	pmix_persistence_t persistence = PMIX_PERSIST_APP;
	pmix_info_t infos[3] = {text("interop.name", "abc")};
	PMIX_INFO_LOAD(&infos[1], PMIX_RANGE, &range, PMIX_DATA_RANGE);
	PMIX_INFO_LOAD(&infos[2], PMIX_PERSISTENCE, &persistence, PMIX_PERSIST);
	return PMIx_Publish(infos, 3);
}

static pmix_status_t lookup_both(void)
{
	pmix_pdata_t data[2];
	pmix_info_t wait;
	int number = 2;
	PMIX_INFO_LOAD(&wait, PMIX_WAIT, &number, PMIX_INT);
	for (int i = 0; i < 2; i++) {
		PMIX_PDATA_CONSTRUCT(&data[i]);
		PMIX_LOAD_KEY(data[i].key, i == 0 ? "interop.port" : "interop.name");
	}
	return PMIx_Lookup(data, 2, &wait, 1);
}

static pmix_status_t spawn_many(void)
{
	pmix_info_t infos[2] = {text(PMIX_MAPBY, "slot")};
	peer_flag(&infos[1], PMIX_NOTIFY_COMPLETION);
	return spawn_with(infos, 2);
}

static pmix_status_t query_processes(void)
{
	pmix_query_t query;
	pmix_info_t *infos = NULL;
	size_t count = 0;
	char *keys[] = {PMIX_QUERY_PROC_TABLE, PMIX_QUERY_JOB_STATUS, NULL};
	PMIX_QUERY_CONSTRUCT(&query);
	query.keys = keys;
	PMIX_QUERY_QUALIFIERS_CREATE(&query, 1);
	PMIX_INFO_LOAD(&query.qualifiers[0], PMIX_NSPACE, "elsewhere", PMIX_STRING);
	return PMIx_Query_info(&query, 1, &infos, &count);
}

static pmix_status_t control_other(void)
{
	pmix_proc_t other = peer_proc(1);
	pmix_info_t info;
	pmix_info_t *infos = NULL;
	size_t count = 0;
	int number = 10;
	PMIX_INFO_LOAD(&info, PMIX_JOB_CTRL_SIGNAL, &number, PMIX_INT);
	return PMIx_Job_control(&other, 1, &info, 1, &infos, &count);
}

static pmix_status_t heartbeat(void)
{
	pmix_info_t beat;
	PMIX_INFO_LOAD(&beat, PMIX_SEND_HEARTBEAT, NULL, PMIX_POINTER);
	return PMIx_Process_monitor_nb(&beat, PMIX_SUCCESS, NULL, 0, NULL, NULL);
}

static pmix_status_t notify_ranks(void)
{
	pmix_proc_t other = peer_proc(1);
	pmix_info_t infos[2];
	PMIX_INFO_LOAD(&infos[0], PMIX_EVENT_CUSTOM_RANGE, &other, PMIX_PROC);
	peer_flag(&infos[1], PMIX_EVENT_NON_DEFAULT);
	return PMIx_Notify_event(-5001, &peer_me, PMIX_RANGE_CUSTOM, infos, 2, NULL, NULL);
}

static void on_infos(pmix_status_t status, pmix_info_t infos[], size_t count, void *data, pmix_release_cbfunc_t release, void *object)
{
	(void) status;
	(void) infos;
	(void) count;
	(void) data;
	if (release != NULL)
		release(object);
}

// These do not wait, as nobody answers.
static pmix_status_t invite(void)
{
	pmix_proc_t other = peer_proc(1);
	return PMIx_Group_invite_nb("interop.invited", &other, 1, NULL, 0, on_infos, NULL);
}

static pmix_status_t join(void)
{
	pmix_proc_t other = peer_proc(1);
	return PMIx_Group_join_nb("interop.joined", &other, PMIX_GROUP_ACCEPT, NULL, 0, on_infos, NULL);
}

static pmix_status_t decline(void)
{
	pmix_proc_t other = peer_proc(1);
	return PMIx_Group_join_nb("interop.declined", &other, PMIX_GROUP_DECLINE, NULL, 0, on_infos, NULL);
}

static const struct call more[] = {{"put", put}, {"fenceCollecting", fence_collecting}, {"getImmediate", get_immediate},
	{"publishInSession", publish_in_session}, {"lookupBoth", lookup_both}, {"spawnMany", spawn_many},
	{"queryProcesses", query_processes}, {"controlOther", control_other}, {"heartbeat", heartbeat}, {"notifyRanks", notify_ranks},
	{"invite", invite}, {"join", join}, {"decline", decline}};

// Each name is that of the host function that the call reaches.
static const struct call calls[] = {{"fence", fence}, {"directModex", get}, {"publish", publish}, {"lookup", lookup},
	{"unpublish", unpublish}, {"spawn", spawn}, {"connect", connect_all}, {"disconnect", disconnect_all},
	{"registerEvents", register_event}, {"deregisterEvents", deregister_event}, {"notifyEvent", notify}, {"query", query},
	{"log", log_text}, {"allocate", allocate}, {"jobControl", job_control}, {"monitor", monitor}, {"getCredential", get_credential},
	{"validateCredential", validate_credential}, {"pullOutput", pull_output}, {"pushInput", push_input}, {"group", construct_group},
	{"group", destruct_group}, {"fabric", register_fabric}, {"fabric", update_fabric}, {"abort", abort_other}};

int main(int argc, char *argv[])
{
	(void) argv;
	peer_init("pmix_allcalls");
	for (size_t i = 0; argc > 1 && i < sizeof more / sizeof *more; i++) {
		peer_step(more[i].name);
		report(more[i].name, more[i].make());
	}
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		peer_step(calls[i].name);
		report(calls[i].name, calls[i].make());
	}
	return peer_finalize("%s", "");
}
