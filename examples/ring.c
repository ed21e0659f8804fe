// SPDX-License-Identifier: EPL-2.0
// compile: pmixcc -o ring_pmix examples/ring.c
// run:     ./pmix4j run -n 4 ./ring_pmix
//
// The ring in C on PMIx: every rank puts a greeting, a fence exchanges them, and every rank gets that of its left neighbor.

#include <pmix.h>
#include <stdio.h>
#include <stdlib.h>

static void require(const char *what, pmix_status_t status)
{
	if (status != PMIX_SUCCESS) {
		fprintf(stderr, "ring: %s: %s\n", what, PMIx_Error_string(status));
		exit(EXIT_FAILURE);
	}
}

int main(void)
{
	pmix_proc_t me;
	require("init", PMIx_Init(&me, NULL, 0));

	// The number of ranks is information about the job, hence the wildcard rank.
	pmix_proc_t job;
	pmix_value_t *size;
	PMIX_LOAD_PROCID(&job, me.nspace, PMIX_RANK_WILDCARD);
	require("job size", PMIx_Get(&job, PMIX_JOB_SIZE, NULL, 0, &size));
	uint32_t ranks = size->data.uint32;
	PMIX_VALUE_RELEASE(size);

	char text[64];
	pmix_value_t greeting = {.type = PMIX_STRING, .data.string = text};
	snprintf(text, sizeof text, "greetings from rank %u", me.rank);
	require("put", PMIx_Put(PMIX_GLOBAL, "greeting", &greeting));
	require("commit", PMIx_Commit());

	bool yes = true;
	pmix_info_t collect;
	PMIX_INFO_LOAD(&collect, PMIX_COLLECT_DATA, &yes, PMIX_BOOL);
	require("fence", PMIx_Fence(&job, 1, &collect, 1));

	pmix_proc_t left;
	pmix_value_t *heard;
	PMIX_LOAD_PROCID(&left, me.nspace, (me.rank + ranks - 1) % ranks);
	require("get", PMIx_Get(&left, "greeting", NULL, 0, &heard));
	printf("rank %u of %u: %s\n", me.rank, ranks, heard->data.string);
	PMIX_VALUE_RELEASE(heard);

	require("finalize", PMIx_Finalize(NULL, 0));
	return EXIT_SUCCESS;
}
