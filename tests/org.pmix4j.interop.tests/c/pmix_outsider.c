// SPDX-License-Identifier: EPL-2.0
// A process that uses the name of a rank, whether it is one or not.
//
// usage: pmix_outsider wait           initializes, prints "ready PID" and waits until it is killed
//        pmix_outsider cycle          initializes and finalizes
//        pmix_outsider abort [FILE]   initializes and aborts the job; first sets the variables of a copy of /proc/PID/environ
//
// Prints "pmix_outsider refused" and exits with 0 if PMIx_Init fails, which is an error of "wait" and "cycle".
// Known: mpirun 4.1.4 admits a process outside of the job, and then ends with 42.

#include "pmix_peer.h"

static void set_variables(const char *name)
{
	static char bytes[1 << 20];
	FILE *file = fopen(name, "r");
	size_t length = file == NULL ? 0 : fread(bytes, 1, sizeof bytes - 1, file);
	for (char *entry = bytes; entry < bytes + length; entry += strlen(entry) + 1)
		putenv(entry);
}

int main(int argc, char **argv)
{
	const char *act = argc > 1 ? argv[1] : "cycle";
	if (argc > 2)
		set_variables(argv[2]);
	peer_start("pmix_outsider");
	pmix_status_t status = PMIx_Init(&peer_me, NULL, 0);
	if (status != PMIX_SUCCESS) {
		printf("pmix_outsider refused: %d\n", status);
		return strcmp(act, "abort") == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
	}
	if (strcmp(act, "abort") == 0) {
		PMIx_Abort(42, "by an outsider", NULL, 0);
		printf("pmix_outsider has aborted the job\n");
		return EXIT_FAILURE;
	}
	if (strcmp(act, "wait") == 0) {
		printf("ready %d\n", getpid());
		fflush(stdout);
		for (;;)
			pause();
	}
	PMIx_Finalize(NULL, 0);
	printf("pmix_outsider was served as %u\n", peer_me.rank);
	return EXIT_SUCCESS;
}
