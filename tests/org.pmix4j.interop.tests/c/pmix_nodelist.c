// SPDX-License-Identifier: EPL-2.0
// Requests allocations with lists of nodes as regular expressions in the form that the library chooses: release 4 and 5 write native and
// raw ones. They never compress them, as zlib's upper bound for the result exceeds the length of the list, which they take for a loss.
//
// usage: pmix_nodelist     one rank on a node with at least one slot
#include "pmix_peer.h"

#include <pmix_server.h>

#ifndef PMIX_ALLOC_EXCLUDE // since 6.0
#define PMIX_ALLOC_EXCLUDE "pmix.alloc.exclude"
#endif

// Returns a regular expression for the names "elsewhere00000", "elsewhere00001" and so on, with the name of this node behind if wanted.
static char *expression(int others, const char *here)
{
	static char names[100000];
	char *regex = NULL;
	size_t length = 0;
	for (int i = 0; i < others; i++)
		length += (size_t) snprintf(names + length, sizeof names - length, "%selsewhere%05d", i == 0 ? "" : ",", i);
	snprintf(names + length, sizeof names - length, "%s%s", here == NULL || others == 0 ? "" : ",", here == NULL ? "" : here);
	expect("PMIx_generate_regex", PMIx_generate_regex(names, &regex), PMIX_SUCCESS);
	return regex;
}

static void request(const char *what, const char *key, char *regex, pmix_status_t wanted)
{
	pmix_info_t infos[2], *results = NULL;
	uint64_t one = 1;
	size_t count = 0;
	peer_step(what);
	PMIX_INFO_LOAD(&infos[0], PMIX_ALLOC_NUM_CPUS, &one, PMIX_UINT64);
	PMIX_INFO_LOAD(&infos[1], key, regex, PMIX_REGEX);
	pmix_status_t status = PMIx_Allocation_request(PMIX_ALLOC_NEW, infos, 2, &results, &count);
	if (expect(what, status == PMIX_OPERATION_SUCCEEDED ? PMIX_SUCCESS : status, wanted) && wanted == PMIX_SUCCESS) {
		for (size_t i = 0; i < count; i++)
			if (PMIX_CHECK_KEY(&results[i], PMIX_ALLOC_ID)) {
				pmix_info_t id, *none = NULL;
				size_t nothing = 0;
				PMIX_INFO_LOAD(&id, PMIX_ALLOC_ID, results[i].value.data.string, PMIX_STRING);
				status = PMIx_Allocation_request(PMIX_ALLOC_RELEASE, &id, 1, &none, &nothing);
				expect("release", status == PMIX_OPERATION_SUCCEEDED ? PMIX_SUCCESS : status, PMIX_SUCCESS);
			}
	}
}

int main(void)
{
	peer_init("pmix_nodelist");
	char *here = peer_get_string(peer_me.rank, PMIX_HOSTNAME);
	request("this node", PMIX_ALLOC_NODE_LIST, expression(0, here), PMIX_SUCCESS);
	request("another node", PMIX_ALLOC_NODE_LIST, expression(1, NULL), PMIX_ERR_NOT_FOUND);
	request("without others", PMIX_ALLOC_EXCLUDE, expression(2, NULL), PMIX_SUCCESS);
	request("without many others", PMIX_ALLOC_EXCLUDE, expression(2000, NULL), PMIX_SUCCESS);
	request("without this node", PMIX_ALLOC_EXCLUDE, expression(2, here), PMIX_ERR_OUT_OF_RESOURCE);
	request("without this node and many others", PMIX_ALLOC_EXCLUDE, expression(2000, here), PMIX_ERR_OUT_OF_RESOURCE);
	return peer_finalize("");
}
