// SPDX-License-Identifier: EPL-2.0
// Rank 0 makes calls that a simple server need not support. Each call must soon return a status that says so, and must leave the
// connection usable. The summary of rank 0 lists the status of every call.
//
// usage: pmix_unsupported [--but NAME...]
//   --but  every call but those named must return exactly NOT_SUPPORTED; so must the registration of a fabric, except that the client
//          of libpmix 4.2 takes that status for success
//
// Known: mpirun 4.1.4 passes and supports publish, lookup, spawn and connect. A server of libpmix 4.2 whose host has no query
// function answers a query with UNREACH, as if the connection were lost.

#include "pmix_calls.h"

static bool strict;
static char **supported;
static char results[512];
static double slowest_ms;

struct call {
	const char *name;
	pmix_status_t (*make)(void);
};

static pmix_status_t publish(void)
{
	pmix_info_t info;
	PMIX_INFO_LOAD(&info, "interop.port", "1234", PMIX_STRING);
	return PMIx_Publish(&info, 1);
}

static pmix_status_t lookup(void)
{
	pmix_pdata_t data;
	PMIX_PDATA_CONSTRUCT(&data);
	PMIX_LOAD_KEY(data.key, "interop.no.such.name");
	return PMIx_Lookup(&data, 1, NULL, 0);
}

static pmix_status_t query(void)
{
	pmix_query_t query;
	pmix_info_t *infos = NULL;
	size_t count = 0;
	char key[] = "pmix.qry.interop";
	char *keys[] = {key, NULL};
	PMIX_QUERY_CONSTRUCT(&query);
	query.keys = keys;
	return PMIx_Query_info(&query, 1, &infos, &count);
}

static pmix_status_t allocate(void)
{
	pmix_info_t info;
	pmix_info_t *infos = NULL;
	size_t count = 0;
	uint64_t nodes = 2;
	PMIX_INFO_LOAD(&info, PMIX_ALLOC_NUM_NODES, &nodes, PMIX_UINT64);
	return PMIx_Allocation_request(PMIX_ALLOC_EXTEND, &info, 1, &infos, &count);
}

static pmix_status_t job_control(void)
{
	pmix_info_t info;
	pmix_info_t *infos = NULL;
	size_t count = 0;
	PMIX_INFO_LOAD(&info, "interop.control", "something", PMIX_STRING);
	return PMIx_Job_control(NULL, 0, &info, 1, &infos, &count);
}

static pmix_status_t monitor(void)
{
	pmix_info_t info;
	pmix_info_t *infos = NULL;
	size_t count = 0;
	PMIX_INFO_LOAD(&info, "interop.monitor", "something", PMIX_STRING);
	return PMIx_Process_monitor(&info, PMIX_MONITOR_FILE_ALERT, NULL, 0, &infos, &count);
}

static pmix_status_t get_credential(void)
{
	pmix_info_t info;
	pmix_byte_object_t credential = {.bytes = NULL, .size = 0};
	PMIX_INFO_LOAD(&info, PMIX_CRED_TYPE, "interop", PMIX_STRING);
	return PMIx_Get_credential(&info, 1, &credential);
}

static pmix_status_t validate_credential(void)
{
	char bytes[] = "nothing";
	pmix_byte_object_t credential = {.bytes = bytes, .size = sizeof bytes};
	pmix_info_t info;
	pmix_info_t *infos = NULL;
	size_t count = 0;
	PMIX_INFO_LOAD(&info, PMIX_CRED_TYPE, "interop", PMIX_STRING);
	return PMIx_Validate_credential(&credential, &info, 1, &infos, &count);
}

static pmix_status_t fabric(void)
{
	pmix_fabric_t fabric;
	PMIX_FABRIC_CONSTRUCT(&fabric);
	return PMIx_Fabric_register(&fabric, NULL, 0);
}

static pmix_status_t log_text(void)
{
	pmix_info_t info;
	PMIX_INFO_LOAD(&info, "interop.log", "nothing", PMIX_STRING);
	return PMIx_Log(&info, 1, NULL, 0);
}

// Blocking calls that go to the server as one request each.
static const struct call calls[] = {{"publish", publish}, {"lookup", lookup}, {"unpublish", unpublish}, {"spawn", spawn},
	{"query", query}, {"allocate", allocate}, {"job-control", job_control}, {"monitor", monitor},
	{"get-credential", get_credential}, {"validate-credential", validate_credential}, {"fabric", fabric},
	{"log", log_text}};

static bool is_supported(const struct call *call)
{
	for (char **name = supported; *name != NULL; name++)
		if (strcmp(*name, call->name) == 0)
			return true;
	return call->make == fabric;
}

static void make(const struct call *call)
{
	peer_step(call->name);
	double start = peer_now_us();
	pmix_status_t status = call->make();
	double ms = (peer_now_us() - start) / 1000;
	slowest_ms = ms > slowest_ms ? ms : slowest_ms;
	check(status != PMIX_ERR_UNREACH && status != PMIX_ERR_LOST_CONNECTION && status != PMIX_ERR_COMM_FAILURE, call->name,
			"lost the server: %s", PMIx_Error_string(status));
	check(!strict || status == PMIX_ERR_NOT_SUPPORTED || is_supported(call), call->name,
			"%s instead of NOT-SUPPORTED", PMIx_Error_string(status));
	check(ms < PEER_HANG_MS, call->name, "took %.0f ms", ms);
	size_t used = strlen(results);
	snprintf(results + used, sizeof results - used, " %s=%d", call->name, status);
}

int main(int argc, char **argv)
{
	strict = argc > 1 && strcmp(argv[1], "--but") == 0;
	supported = argv + (strict ? 2 : 1);
	peer_init("pmix_unsupported");
	if (peer_me.rank == 0)
		for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
			make(&calls[i]);
	peer_fence("last fence", false);
	return peer_finalize("slowest_ms=%.0f%s", slowest_ms, results);
}
