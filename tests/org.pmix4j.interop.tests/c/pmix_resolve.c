// SPDX-License-Identifier: EPL-2.0
// Every rank resolves the peers on its node and the nodes of its job: by gets up to libpmix 5.0.6, by commands after.
//
// Known: mpirun 4.1.4 passes. A client of libpmix 4.2 that keeps its data in a hash table, as with our server, does not find its own
// node if none is named.

#include "pmix_peer.h"

static void peers(const char *node, const char *name)
{
	pmix_proc_t *procs = NULL;
	size_t count = 0;
	peer_step(name);
	if (expect(name, PMIx_Resolve_peers(node, peer_me.nspace, &procs, &count), PMIX_SUCCESS)) {
		check(count == peer_size, name, "%zu processes", count);
		for (size_t i = 0; i < count; i++)
			check(PMIX_CHECK_NSPACE(procs[i].nspace, peer_me.nspace) && procs[i].rank == i, name, "rank %u", procs[i].rank);
	}
}

int main(void)
{
	char *nodes = NULL;
	peer_init("pmix_resolve");
	char *host = peer_get_string(peer_me.rank, PMIX_HOSTNAME);
	peers(host, "peers on a node");
#if PMIX_VERSION_MAJOR >= 5
	peers(NULL, "peers on this node");
#endif
	peer_step("nodes");
	if (expect("nodes", PMIx_Resolve_nodes(peer_me.nspace, &nodes), PMIX_SUCCESS))
		check(nodes != NULL && strcmp(nodes, host) == 0, "nodes", "%s instead of %s", nodes, host);
	peer_fence("last fence", false);
	free(host);
	return peer_finalize("%s", "");
}
