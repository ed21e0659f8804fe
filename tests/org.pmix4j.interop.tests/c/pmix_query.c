// SPDX-License-Identifier: EPL-2.0
// Rank 0 queries its job, the other ranks and the server; the results must match what the rank knows.
//
// Known: mpirun 4.1.4 answers almost none of the queries and dies. The client of libpmix 4.2 drops the results of a partial answer.

#define _GNU_SOURCE
#include <sched.h>
#include <unistd.h>

#include "pmix_peer.h"

static pmix_info_t *results;
static size_t count;

static pmix_status_t ask(const char **keys, const pmix_info_t *qualifiers, size_t number)
{
	pmix_query_t query;
	PMIX_QUERY_CONSTRUCT(&query);
	pmix_status_t status;
	for (const char **key = keys; *key != NULL; key++)
		PMIX_ARGV_APPEND(status, query.keys, *key);
	if (number > 0) {
		PMIX_QUERY_QUALIFIERS_CREATE(&query, number);
		for (size_t i = 0; i < number; i++)
			PMIX_INFO_XFER(&query.qualifiers[i], &qualifiers[i]);
	}
	peer_step(keys[0]);
	results = NULL;
	count = 0;
	status = PMIx_Query_info(&query, 1, &results, &count);
	PMIX_QUERY_DESTRUCT(&query);
	return status;
}

static pmix_status_t ask_one(const char *key, const pmix_info_t *qualifiers, size_t number)
{
	const char *keys[] = {key, NULL};
	return ask(keys, qualifiers, number);
}

// Returns the value, which must be of that type; NULL with a failed check.
static pmix_value_t *value(const char *key, pmix_data_type_t type)
{
	for (size_t i = 0; i < count; i++)
		if (PMIX_CHECK_KEY(&results[i], key)) {
			check(results[i].value.type == type, key, "type %s", PMIx_Data_type_string(results[i].value.type));
			return results[i].value.type == type ? &results[i].value : NULL;
		}
	check(false, key, "no answer among %zu", count);
	return NULL;
}

static void namespaces(void)
{
	if (expect("namespaces", ask_one(PMIX_QUERY_NAMESPACES, NULL, 0), PMIX_SUCCESS)) {
		pmix_value_t *names = value(PMIX_QUERY_NAMESPACES, PMIX_STRING);
		check(names != NULL && strstr(names->data.string, peer_me.nspace) != NULL, "namespaces", "%s is not among %s", peer_me.nspace,
				names == NULL ? "nothing" : names->data.string);
	}
	// PRRTE's example of an attaching debugger passes the rank as a plain number
	int32_t wildcard = -2;
	pmix_info_t job[2];
	PMIX_INFO_LOAD(&job[0], PMIX_NSPACE, peer_me.nspace, PMIX_STRING);
	PMIX_INFO_LOAD(&job[1], PMIX_RANK, &wildcard, PMIX_INT32);
	expect("namespaces of a job", ask_one(PMIX_QUERY_NAMESPACES, job, 2), PMIX_SUCCESS);
}

static void process_table(const char *key)
{
	pmix_info_t nspace;
	PMIX_INFO_LOAD(&nspace, PMIX_NSPACE, peer_me.nspace, PMIX_STRING);
	if (!expect(key, ask_one(key, &nspace, 1), PMIX_SUCCESS))
		return;
	pmix_value_t *table = value(key, PMIX_DATA_ARRAY);
	if (table == NULL || !check(table->data.darray->type == PMIX_PROC_INFO, key, "type %d", table->data.darray->type))
		return;
	pmix_proc_info_t *procs = table->data.darray->array;
	check(table->data.darray->size == peer_size, key, "%zu processes", table->data.darray->size);
	for (size_t i = 0; i < table->data.darray->size; i++) {
		check(PMIX_CHECK_NSPACE(procs[i].proc.nspace, peer_me.nspace) && procs[i].proc.rank == i, key, "rank %u", procs[i].proc.rank);
		check(procs[i].hostname != NULL && *procs[i].hostname != '\0', key, "no host");
		check(procs[i].executable_name != NULL && *procs[i].executable_name == '/', key, "executable %s", procs[i].executable_name);
		check(procs[i].pid > 0 && (procs[i].proc.rank != peer_me.rank || procs[i].pid == getpid()), key, "pid %d", procs[i].pid);
		check(procs[i].state == PMIX_PROC_STATE_CONNECTED, key, "state %s", PMIx_Proc_state_string(procs[i].state));
	}
}

static void other_job(void)
{
	pmix_info_t nspace;
	PMIX_INFO_LOAD(&nspace, PMIX_NSPACE, "no such job", PMIX_STRING);
	expect("table of no job", ask_one(PMIX_QUERY_PROC_TABLE, &nspace, 1), PMIX_ERR_NOT_FOUND);
}

static void described(void)
{
	if (!expect("namespace info", ask_one(PMIX_QUERY_NAMESPACE_INFO, NULL, 0), PMIX_SUCCESS))
		return;
	pmix_value_t *jobs = value(PMIX_QUERY_NAMESPACE_INFO, PMIX_DATA_ARRAY);
	if (jobs == NULL || !check(jobs->data.darray->type == PMIX_INFO && jobs->data.darray->size > 0, "jobs", "none"))
		return;
	pmix_info_t *job = jobs->data.darray->array;
	check(job->value.type == PMIX_DATA_ARRAY && job->value.data.darray->type == PMIX_INFO, "job", "type %d", job->value.type);
	pmix_info_t *facts = job->value.data.darray->array;
	check(PMIX_CHECK_KEY(&facts[0], PMIX_NSPACE) && PMIX_CHECK_KEY(&facts[1], PMIX_CMD_LINE), "job", "%s, %s", facts[0].key, facts[1].key);
	check(strstr(facts[1].value.data.string, "pmix_query") != NULL, "command line", "%s", facts[1].value.data.string);
}

static void of_the_store(void)
{
	pmix_info_t qualifiers[2];
	uint32_t rank = peer_size - 1;
	if (expect("job size", ask_one(PMIX_JOB_SIZE, NULL, 0), PMIX_SUCCESS)) {
		pmix_value_t *size = value(PMIX_JOB_SIZE, PMIX_UINT32);
		check(size != NULL && size->data.uint32 == peer_size, "job size", "%u", size == NULL ? 0 : size->data.uint32);
	}
	PMIX_INFO_LOAD(&qualifiers[0], PMIX_NSPACE, peer_me.nspace, PMIX_STRING);
	PMIX_INFO_LOAD(&qualifiers[1], PMIX_RANK, &rank, PMIX_PROC_RANK);
	if (expect("local rank", ask_one(PMIX_LOCAL_RANK, qualifiers, 2), PMIX_SUCCESS)) {
		pmix_value_t *local = value(PMIX_LOCAL_RANK, PMIX_UINT16);
		check(local != NULL && local->data.uint16 == rank, "local rank", "wrong");
	}
}

static void of_a_process(void)
{
	pmix_info_t procid;
	pmix_proc_t last = peer_proc(peer_size - 1);
	PMIX_INFO_LOAD(&procid, PMIX_PROCID, &last, PMIX_PROC);
	if (expect("state", ask_one(PMIX_PROC_STATE_STATUS, &procid, 1), PMIX_SUCCESS)) {
		pmix_value_t *state = value(PMIX_PROC_STATE_STATUS, PMIX_PROC_STATE);
		check(state != NULL && state->data.state == PMIX_PROC_STATE_CONNECTED, "state", "wrong");
	}
	if (expect("memory", ask_one(PMIX_QUERY_MEMORY_USAGE, NULL, 0), PMIX_SUCCESS))
		value(PMIX_QUERY_MEMORY_USAGE, PMIX_DATA_ARRAY);
}

// A machine of which only a part may be used is not described.
static bool may_use_all_processors(void)
{
	cpu_set_t mine;
	return sched_getaffinity(0, sizeof mine, &mine) == 0 && CPU_COUNT(&mine) == sysconf(_SC_NPROCESSORS_ONLN);
}

static void of_the_allocation(void)
{
	if (expect("server", ask_one(PMIX_SERVER_URI, NULL, 0), PMIX_SUCCESS)) {
		pmix_value_t *uri = value(PMIX_SERVER_URI, PMIX_STRING);
		const char *known = getenv("PMIX_SERVER_URI41");
		check(uri != NULL && known != NULL && strstr(known, uri->data.string) != NULL, "server", "%s instead of %s",
				uri == NULL ? "nothing" : uri->data.string, known);
	}
	if (expect("slots", ask_one(PMIX_NUM_SLOTS, NULL, 0), PMIX_SUCCESS)) {
		pmix_value_t *slots = value(PMIX_NUM_SLOTS, PMIX_UINT32);
		check(slots != NULL && slots->data.uint32 > 0, "slots", "none");
	}
	if (!may_use_all_processors()) {
		expect("hardware", ask_one(PMIX_HWLOC_XML_V2, NULL, 0), PMIX_ERR_NOT_SUPPORTED);
	} else if (expect("hardware", ask_one(PMIX_HWLOC_XML_V2, NULL, 0), PMIX_SUCCESS)) {
		pmix_value_t *xml = value(PMIX_HWLOC_XML_V2, PMIX_STRING);
		check(xml != NULL && strstr(xml->data.string, "<topology") != NULL, "hardware", "no description");
	}
#ifdef PMIX_QUERY_ALLOCATION // since 5.0
	if (!expect("allocation", ask_one(PMIX_QUERY_ALLOCATION, NULL, 0), PMIX_SUCCESS))
		return;
	pmix_value_t *nodes = value(PMIX_QUERY_ALLOCATION, PMIX_DATA_ARRAY);
	if (nodes == NULL || !check(nodes->data.darray->type == PMIX_INFO && nodes->data.darray->size > 0, "allocation", "no node"))
		return;
	pmix_info_t *node = nodes->data.darray->array;
	if (check(node->value.type == PMIX_DATA_ARRAY && node->value.data.darray->type == PMIX_INFO, "node", "type %d", node->value.type)) {
		pmix_info_t *facts = node->value.data.darray->array;
		char *host = peer_get_string(peer_me.rank, PMIX_HOSTNAME);
		check(PMIX_CHECK_KEY(&facts[0], PMIX_HOSTNAME) && strcmp(facts[0].value.data.string, host) == 0, "node", "%s", facts[0].key);
		free(host);
	}
#endif
}

static void support(void)
{
	pmix_info_t functions;
	const char *two[] = {PMIX_QUERY_NAMESPACES, PMIX_JOB_SIZE, NULL};
	const char *part[] = {PMIX_QUERY_NAMESPACES, "interop.nothing", NULL};
	if (expect("keys", ask_one(PMIX_QUERY_SUPPORTED_KEYS, NULL, 0), PMIX_SUCCESS)) {
		pmix_value_t *keys = value(PMIX_QUERY_SUPPORTED_KEYS, PMIX_STRING);
		check(keys != NULL && strstr(keys->data.string, PMIX_QUERY_PROC_TABLE) != NULL, "keys", "%s", keys->data.string);
	}
	peer_flag(&functions, PMIX_HOST_FUNCTIONS);
	if (expect("functions", ask_one(PMIX_QUERY_ATTRIBUTE_SUPPORT, &functions, 1), PMIX_SUCCESS))
		check(count == 1, "functions", "%zu answers", count);
	if (expect("two keys", ask(two, NULL, 0), PMIX_SUCCESS))
		check(value(PMIX_QUERY_NAMESPACES, PMIX_STRING) != NULL && value(PMIX_JOB_SIZE, PMIX_UINT32) != NULL, "two keys", "missing");
	pmix_status_t status = ask(part, NULL, 0);
	check(status == PMIX_QUERY_PARTIAL_SUCCESS || status == PMIX_ERR_PARTIAL_SUCCESS, "one key of two", "%s", PMIx_Error_string(status));
	expect("nothing", ask_one("interop.nothing", NULL, 0), PMIX_ERR_NOT_SUPPORTED);
}

int main(void)
{
	peer_init("pmix_query");
	peer_fence("first fence", false);
	if (peer_me.rank == 0) {
		namespaces();
		process_table(PMIX_QUERY_PROC_TABLE);
		process_table(PMIX_QUERY_LOCAL_PROC_TABLE);
		other_job();
		described();
		of_the_store();
		of_a_process();
		of_the_allocation();
	support();
	}
	peer_fence("last fence", false);
	return peer_finalize("%s", "");
}
