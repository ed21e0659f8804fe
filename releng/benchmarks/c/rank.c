// SPDX-License-Identifier: EPL-2.0
// The rank of the client of the benchmarks, its job, and what all measures need.

#include "client.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

pmix_proc_t me;
pmix_proc_t job;
uint32_t ranks;

void require(const char *what, pmix_status_t status)
{
	if (status != PMIX_SUCCESS && status != PMIX_OPERATION_SUCCEEDED) {
		fprintf(stderr, "client %u: %s: %s\n", me.rank, what, PMIx_Error_string(status));
		_exit(EXIT_FAILURE);
	}
}

double now_us(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double) now.tv_sec * 1e6 + (double) now.tv_nsec / 1e3;
}

void report(const char *measure, double value)
{
	printf("%s %.3f\n", measure, value);
}

void fence(bool collect)
{
	pmix_info_t info;
	PMIX_INFO_LOAD(&info, PMIX_COLLECT_DATA, &collect, PMIX_BOOL);
	require("fence", PMIx_Fence(&job, 1, &info, collect ? 1 : 0));
}

pmix_proc_t other(uint32_t distance)
{
	pmix_proc_t proc;
	PMIX_LOAD_PROCID(&proc, me.nspace, (me.rank + distance) % ranks);
	return proc;
}
