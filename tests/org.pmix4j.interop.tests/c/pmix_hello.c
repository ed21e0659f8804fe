// SPDX-License-Identifier: EPL-2.0
// Init, all job information that programs usually request, the session directories, a fence, finalize.
//
// usage: pmix_hello [--no-directories] [--appnum N]
//   --no-directories  the server provides no session directories (mpirun 4.1.4 does not, and fails the checks without this option)
//   --appnum N        the expected application number of this process (default 0)

#include "pmix_peer.h"

#include <sys/stat.h>

static void check_directory(pmix_rank_t rank, const char *key, char *path, size_t limit)
{
	char *value = peer_get_string(rank, key);
	snprintf(path, limit, "%s", value);
	free(value);
	if (*path == '\0')
		return;
	struct stat status;
	if (!check(lstat(path, &status) == 0 && S_ISDIR(status.st_mode), key, "'%s' is no directory", path))
		return;
	check((status.st_mode & 07777) == 0700, key, "mode of %s is %o", path, status.st_mode & 07777);
	check(status.st_uid == geteuid(), key, "%s belongs to user %u", path, status.st_uid);
}

static void check_directories(void)
{
	char top[512];
	char nspace[512];
	char proc[512];
	check_directory(PMIX_RANK_WILDCARD, PMIX_TMPDIR, top, sizeof top);
	check_directory(PMIX_RANK_WILDCARD, PMIX_NSDIR, nspace, sizeof nspace);
	check_directory(peer_me.rank, PMIX_PROCDIR, proc, sizeof proc);
	check(strlen(nspace) > strlen(top) && strncmp(nspace, top, strlen(top)) == 0, PMIX_NSDIR, "%s is not below %s", nspace, top);
	check(strlen(proc) > strlen(nspace) && strncmp(proc, nspace, strlen(nspace)) == 0, PMIX_PROCDIR, "%s is not below %s", proc, nspace);
	char file[640];
	snprintf(file, sizeof file, "%s/left-behind", proc);
	FILE *left = fopen(file, "w");
	if (check(left != NULL, PMIX_PROCDIR, "cannot write %s", file))
		fclose(left);
}

static void check_local_peers(uint64_t local_size)
{
	char *peers = peer_get_string(PMIX_RANK_WILDCARD, PMIX_LOCAL_PEERS);
	char *rest = NULL;
	uint64_t count = 0;
	bool self = false;
	for (char *peer = strtok_r(peers, ",", &rest); peer != NULL; peer = strtok_r(NULL, ",", &rest)) {
		count++;
		self = self || strtoul(peer, NULL, 10) == peer_me.rank;
	}
	check(self, PMIX_LOCAL_PEERS, "rank %u is missing", peer_me.rank);
	check(count == local_size, PMIX_LOCAL_PEERS, "%lu peers, local size %lu", count, local_size);
	free(peers);
}

int main(int argc, char **argv)
{
	bool directories = true;
	uint64_t appnum = 0;
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--no-directories") == 0)
			directories = false;
		else if (strcmp(argv[i], "--appnum") == 0 && i + 1 < argc)
			appnum = strtoul(argv[++i], NULL, 10);
	}
	peer_init("pmix_hello");
	const char *environment_rank = getenv("PMIX_RANK");
	check(PMIx_Initialized() != 0, "PMIx_Initialized", "0 after PMIx_Init");
	check(environment_rank != NULL && strtoul(environment_rank, NULL, 10) == peer_me.rank, "PMIX_RANK", "environment says %s",
			environment_rank);
	check(peer_me.nspace[0] != '\0', "nspace", "empty");
	check(peer_me.rank < peer_size, PMIX_JOB_SIZE, "%u for rank %u", peer_size, peer_me.rank);
	peer_step("job information");
	// The universe size and the maximum count slots, which an oversubscribed job may exceed.
	uint64_t universe = peer_get_number(PMIX_RANK_WILDCARD, PMIX_UNIV_SIZE);
	check(universe >= 1, PMIX_UNIV_SIZE, "%lu", universe);
	uint64_t local_size = peer_get_number(PMIX_RANK_WILDCARD, PMIX_LOCAL_SIZE);
	check(local_size >= 1 && local_size <= peer_size, PMIX_LOCAL_SIZE, "%lu of %u", local_size, peer_size);
	check_local_peers(local_size);
	check(peer_get_number(PMIX_RANK_WILDCARD, PMIX_NUM_NODES) >= 1, PMIX_NUM_NODES, "none");
	check(peer_get_number(PMIX_RANK_WILDCARD, PMIX_MAX_PROCS) >= 1, PMIX_MAX_PROCS, "none");
	uint64_t local_rank = peer_get_number(peer_me.rank, PMIX_LOCAL_RANK);
	check(local_rank < local_size, PMIX_LOCAL_RANK, "%lu of %lu", local_rank, local_size);
	uint64_t node_rank = peer_get_number(peer_me.rank, PMIX_NODE_RANK);
	uint64_t node = peer_get_number(peer_me.rank, PMIX_NODEID);
	uint64_t app = peer_get_number(peer_me.rank, PMIX_APPNUM);
	check(app == appnum, PMIX_APPNUM, "%lu instead of %lu", app, appnum);
	char *job = peer_get_string(PMIX_RANK_WILDCARD, PMIX_JOBID);
	check(*job != '\0', PMIX_JOBID, "empty");
	char *host = peer_get_string(peer_me.rank, PMIX_HOSTNAME);
	char own_host[256] = "";
	gethostname(own_host, sizeof own_host - 1);
	check(strcmp(host, own_host) == 0, PMIX_HOSTNAME, "%s instead of %s", host, own_host);
	if (directories)
		check_directories();
	peer_fence("fence", false);
	int code = peer_finalize("local=%lu/%lu noderank=%lu node=%lu app=%lu univ=%lu job=%s host=%s nspace=%s", local_rank, local_size,
			node_rank, node, app, universe, job, host, peer_me.nspace);
	free(job);
	free(host);
	return code;
}
