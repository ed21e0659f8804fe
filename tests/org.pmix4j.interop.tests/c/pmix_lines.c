// SPDX-License-Identifier: EPL-2.0
// Reads a line and writes it: rank 1 needs one before PMIx_Init and one after it, the others one after it.
#include <pmix.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
	pmix_proc_t me;
	char line[80];
	int late = atoi(getenv("PMIX_RANK")) == 1;
	if (late && !fgets(line, sizeof line, stdin)) {
		return 1;
	}
	if (PMIx_Init(&me, NULL, 0) != PMIX_SUCCESS || !fgets(line, sizeof line, stdin)) {
		return 1;
	}
	printf("%s", line);
	return PMIx_Finalize(NULL, 0) != PMIX_SUCCESS;
}
