// SPDX-License-Identifier: EPL-2.0
// PMIx client of the benchmarks, run under both launchers. Prints lines "<measure> <number>", which run.py reads.
//
// usage: client launch                 init and finalize only
//        client fence COUNT            rank 0: fence_us, the mean of COUNT fences without data
//        client exchange COUNT BYTES   rank 0: exchange_us, the mean of COUNT times put of BYTES, commit, collecting fence
//        client modex BYTES            every rank: put_fence_ms, get_all_ms and their sum modex_ms, of one exchange among all ranks
//        client get BYTES              every rank: first_get_us, and rank 0: cached_get_us, job_get_us, missing_get_us
//        client keys COUNT             every rank: commit_ms, of COUNT keys of 8 bytes, and first_of_many_us, the first get of one of a peer
//        client event COUNT            rank 0: event_us, the median of COUNT round trips to rank 1, or "event_us never"
//        client names COUNT            rank 0: publish_us, lookup_us, unpublish_us, the means of COUNT operations each
//        client connect COUNT          rank 0: connect_us, the mean of COUNT times connect and disconnect of all ranks
//        client group COUNT            rank 0: group_us, the mean of COUNT times construction and destruction of a group of all ranks
//        client query COUNT            rank 0: query_us, the mean of COUNT queries of the process table
//        client spawn COUNT            rank 0: spawn_ms, the median of COUNT spawns of one child, /bin/true

#include "client.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIMIT_SECONDS = 60 };

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "launch";
	int first = argc > 2 ? atoi(argv[2]) : 1000;
	int second = argc > 3 ? atoi(argv[3]) : 1024;
	alarm(LIMIT_SECONDS);
	require("init", PMIx_Init(&me, NULL, 0));
	PMIX_LOAD_PROCID(&job, me.nspace, PMIX_RANK_WILDCARD);
	pmix_value_t *size;
	if (strcmp(mode, "launch") != 0) {
		require("job size", PMIx_Get(&job, PMIX_JOB_SIZE, NULL, 0, &size));
		ranks = size->data.uint32;
		PMIX_VALUE_RELEASE(size);
	}
	if (strcmp(mode, "fence") == 0)
		measure_fences(first);
	else if (strcmp(mode, "exchange") == 0)
		measure_exchanges(first, (size_t) second);
	else if (strcmp(mode, "modex") == 0)
		measure_modex((size_t) first);
	else if (strcmp(mode, "get") == 0)
		measure_gets((size_t) first);
	else if (strcmp(mode, "keys") == 0)
		measure_keys(first);
	else if (strcmp(mode, "event") == 0)
		measure_events(first);
	else if (strcmp(mode, "names") == 0)
		measure_names(first);
	else if (strcmp(mode, "connect") == 0)
		measure_connects(first);
	else if (strcmp(mode, "group") == 0)
		measure_groups(first);
	else if (strcmp(mode, "query") == 0)
		measure_queries(first);
	else if (strcmp(mode, "spawn") == 0)
		measure_spawns(first);
	require("finalize", PMIx_Finalize(NULL, 0));
	return EXIT_SUCCESS;
}
