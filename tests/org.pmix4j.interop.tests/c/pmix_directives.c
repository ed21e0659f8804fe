// SPDX-License-Identifier: EPL-2.0
// Makes each call with a directive that no launcher on one node honors, once required and twice not, and prints
// "FUNCTION REQUIRED OPTIONAL OPTIONAL" with the three statuses.

#include "pmix_peer.h"

static pmix_info_t infos[2];
static pmix_proc_t all;

static pmix_status_t fence(void)
{
	return PMIx_Fence(&all, 1, infos, 1);
}

static pmix_status_t connects(void)
{
	return PMIx_Connect(&all, 1, infos, 1);
}

static pmix_status_t disconnects(void)
{
	return PMIx_Disconnect(&all, 1, infos, 1);
}

static pmix_status_t publish(void)
{
	static int number;
	char key[64];
	snprintf(key, sizeof key, "interop.directive.%d", number++);
	PMIX_INFO_LOAD(&infos[1], key, "value", PMIX_STRING);
	return PMIx_Publish(infos, 2);
}

static pmix_status_t lookup(void)
{
	pmix_pdata_t data;
	PMIX_PDATA_CONSTRUCT(&data);
	PMIX_LOAD_KEY(data.key, "interop.directive.1");
	return PMIx_Lookup(&data, 1, infos, 1);
}

static pmix_status_t unpublish(void)
{
	char name[] = "interop.directive.2";
	char *names[] = {name, NULL};
	return PMIx_Unpublish(names, infos, 1);
}

static pmix_status_t control(void)
{
	pmix_info_t given[2];
	pmix_info_t *results = NULL;
	size_t count = 0;
	PMIX_INFO_XFER(&given[0], &infos[0]);
	PMIX_INFO_LOAD(&given[1], PMIX_JOB_CTRL_ID, "interop", PMIX_STRING);
	return PMIx_Job_control(&peer_me, 1, given, 2, &results, &count);
}

static pmix_status_t logs(void)
{
	pmix_info_t text;
	PMIX_INFO_LOAD(&text, PMIX_LOG_STDOUT, "logged\n", PMIX_STRING);
	return PMIx_Log(&text, 1, infos, 1);
}

static pmix_status_t query(void)
{
	pmix_query_t query;
	pmix_info_t *results = NULL;
	size_t count = 0;
	char key[] = PMIX_QUERY_NAMESPACES;
	char *keys[] = {key, NULL};
	PMIX_QUERY_CONSTRUCT(&query);
	query.keys = keys;
	query.qualifiers = infos;
	query.nqual = 1;
	return PMIx_Query_info(&query, 1, &results, &count);
}

static pmix_status_t monitors(void)
{
	pmix_info_t what;
	pmix_info_t given[2];
	pmix_info_t *results = NULL;
	size_t count = 0;
	uint32_t period = 100;
	PMIX_INFO_LOAD(&what, PMIX_MONITOR_HEARTBEAT, NULL, PMIX_POINTER);
	PMIX_INFO_XFER(&given[0], &infos[0]);
	PMIX_INFO_LOAD(&given[1], PMIX_MONITOR_HEARTBEAT_TIME, &period, PMIX_UINT32);
	return PMIx_Process_monitor(&what, PMIX_MONITOR_HEARTBEAT_ALERT, given, 2, &results, &count);
}

static pmix_status_t credential(void)
{
	pmix_byte_object_t made = {.bytes = NULL, .size = 0};
	return PMIx_Get_credential(infos, 1, &made);
}

static const struct {
	const char *name;
	pmix_status_t (*make)(void);
} calls[] = {{"PMIx_Fence", fence}, {"PMIx_Connect", connects}, {"PMIx_Disconnect", disconnects}, {"PMIx_Publish", publish},
	{"PMIx_Lookup", lookup}, {"PMIx_Unpublish", unpublish}, {"PMIx_Job_control", control}, {"PMIx_Log", logs}, {"PMIx_Query_info", query},
	{"PMIx_Process_monitor", monitors}, {"PMIx_Get_credential", credential}};

static pmix_status_t make(size_t call, bool required)
{
	bool yes = true;
	PMIX_INFO_LOAD(&infos[0], "pmix.gpu.support", &yes, PMIX_BOOL);
	if (required)
		PMIX_INFO_REQUIRED(&infos[0]);
	else
		PMIX_INFO_OPTIONAL(&infos[0]);
	peer_step(calls[call].name);
	pmix_status_t status = calls[call].make();
	return status == PMIX_OPERATION_SUCCEEDED ? PMIX_SUCCESS : status;
}

int main(void)
{
	peer_init("pmix_directives");
	PMIX_LOAD_PROCID(&all, peer_me.nspace, PMIX_RANK_WILDCARD);
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		pmix_status_t required = make(i, true);
		pmix_status_t first = make(i, false);
		printf("%s %d %d %d\n", calls[i].name, required, first, make(i, false));
	}
	fflush(stdout);
	return peer_finalize("%s", "");
}
