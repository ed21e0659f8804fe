// SPDX-License-Identifier: EPL-2.0
// Every rank prints one line with the processors on which it may run and the data about its place; values that are not found are "-".
//
// prterun 3.0.8 passes; pmix.pkgrank and pmix.lcpus are not found there.

#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>

#include "pmix_peer.h"

static const char *own_processors(void)
{
	static char list[4096];
	cpu_set_t set;
	size_t length = 0;
	check(sched_getaffinity(0, sizeof set, &set) == 0, "affinity", "%s", strerror(errno));
	for (int cpu = 0; cpu < CPU_SETSIZE && length < sizeof list - 8; cpu++) {
		if (CPU_ISSET(cpu, &set))
			length += (size_t) snprintf(list + length, sizeof list - length, "%s%d", length == 0 ? "" : ",", cpu);
	}
	return list;
}

static void show(pmix_rank_t rank, const char *key)
{
	pmix_value_t *value = NULL;
	bool optional = true;
	pmix_info_t info;
	PMIX_INFO_LOAD(&info, PMIX_OPTIONAL, &optional, PMIX_BOOL);
	if (peer_get(rank, key, &info, 1, &value) != PMIX_SUCCESS || value == NULL) {
		printf(" %s=-", key);
		return;
	}
	if (value->type == PMIX_STRING)
		printf(" %s=%s", key, value->data.string == NULL ? "" : value->data.string);
	else if (value->type == PMIX_BOOL)
		printf(" %s=%s", key, value->data.flag ? "true" : "false");
	else
		printf(" %s=%llu", key, (unsigned long long) peer_number(key, value));
	PMIX_VALUE_RELEASE(value);
}

int main(void)
{
	peer_init("pmix_binding");
	const char *of_rank[] = {PMIX_CPUSET, PMIX_LOCALITY_STRING, PMIX_PACKAGE_RANK, PMIX_LOCAL_RANK, PMIX_NODE_RANK};
	const char *of_job[] = {PMIX_MAPBY, PMIX_RANKBY, PMIX_BINDTO, PMIX_LOCAL_CPUSETS, PMIX_NODE_OVERSUBSCRIBED};
	peer_step("gets");
	setvbuf(stdout, NULL, _IOFBF, 65536);
	printf("rank %u on %s", peer_rank, own_processors());
	for (size_t i = 0; i < sizeof of_rank / sizeof *of_rank; i++)
		show(peer_me.rank, of_rank[i]);
	for (size_t i = 0; i < sizeof of_job / sizeof *of_job; i++)
		show(PMIX_RANK_WILDCARD, of_job[i]);
	printf("\n");
	fflush(stdout);
	peer_fence("last fence", false);
	return peer_finalize("%s", "");
}
