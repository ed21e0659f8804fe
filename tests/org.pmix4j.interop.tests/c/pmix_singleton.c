// SPDX-License-Identifier: EPL-2.0
// Prints the results of calls in a process that no launcher has started, for comparison with the Java client.
//
// usage: pmix_singleton

#include "pmix_peer.h"

static void result(const char *call, pmix_status_t status)
{
	printf("%s %d\n", call, status);
}

static void get(const char *call, pmix_rank_t rank, const char *key)
{
	pmix_value_t *value = NULL;
	pmix_status_t status = peer_get(rank, key, NULL, 0, &value);
	printf("%s %d", call, status);
	if (status == PMIX_SUCCESS && value->type == PMIX_STRING)
		printf(" %s", value->data.string);
	else if (status == PMIX_SUCCESS)
		printf(" %lu", peer_number(key, value));
	puts("");
}

int main(void)
{
	pmix_info_t info;
	pmix_pdata_t data;
	pmix_proc_t all;
	peer_start("pmix_singleton");
	pmix_status_t status = PMIx_Init(&peer_me, NULL, 0);
	if (!check(status == PMIX_SUCCESS || status == PMIX_ERR_UNREACH, "init", "%s", PMIx_Error_string(status)))
		return EXIT_FAILURE;
	printf("name %s %u\n", strncmp(peer_me.nspace, "singleton.", 10) == 0 ? "singleton" : peer_me.nspace, peer_me.rank);
	get("job size", PMIX_RANK_WILDCARD, PMIX_JOB_SIZE);
	get("unknown", PMIX_RANK_WILDCARD, "pmix.unknown");
	peer_put(PMIX_GLOBAL, "put.key", "value", PMIX_STRING);
	get("before commit", 0, "put.key");
	result("commit", PMIx_Commit());
	result("fence", PMIx_Fence(NULL, 0, NULL, 0));
	get("after fence", 0, "put.key");
	get("rank 1", 1, "put.key");
	get("no such key", 0, "put.other");
	PMIX_INFO_LOAD(&info, "published.key", "text", PMIX_STRING);
	result("publish", PMIx_Publish(&info, 1));
	PMIX_PDATA_CONSTRUCT(&data);
	PMIX_LOAD_KEY(data.key, "published.key");
	result("lookup", PMIx_Lookup(&data, 1, NULL, 0));
	result("unpublish", PMIx_Unpublish(NULL, NULL, 0));
	all = peer_proc(PMIX_RANK_WILDCARD);
	result("connect", PMIx_Connect(&all, 1, NULL, 0));
	return EXIT_SUCCESS;
}
