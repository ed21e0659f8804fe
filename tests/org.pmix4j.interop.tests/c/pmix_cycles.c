// SPDX-License-Identifier: EPL-2.0
// Repeats init, fence and finalize in one process; the number of its open descriptors must not change.
//
// usage: pmix_cycles [CYCLES [fence|nofence]]     default 50 fence
//
// Known: with fences a server of libpmix 4.2 (mpirun 4.1.4) answers PARTIAL_SUCCESS within a few cycles, because it counts the
// closed connection of a rank that has completed its cycle as a lost participant of the next fence. With nofence it passes.

#include "pmix_peer.h"

#include <dirent.h>

static int open_descriptors(void)
{
	DIR *directory = opendir("/proc/self/fd");
	int count = 0;
	while (directory != NULL && readdir(directory) != NULL)
		count++;
	if (directory != NULL)
		closedir(directory);
	return count;
}

int main(int argc, char **argv)
{
	int cycles = peer_argument(argc, argv, 1, 50);
	bool fence = argc <= 2 || strcmp(argv[2], "fence") == 0;
	int descriptors = 0;
	double start = peer_now_us();
	for (int i = 0; i < cycles; i++) {
		peer_init("pmix_cycles");
		if (fence)
			peer_fence("fence", false);
		if (i < cycles - 1) {
			peer_step("PMIx_Finalize between cycles");
			expect("PMIx_Finalize", PMIx_Finalize(NULL, 0), PMIX_SUCCESS);
		}
		if (i == 0)
			descriptors = open_descriptors();
		if (peer_failures > 0)
			break;
	}
	int code = peer_finalize("cycles=%d cycle_us=%.0f descriptors=%d", cycles, (peer_now_us() - start) / cycles, descriptors);
	int now = open_descriptors();
	return check(now <= descriptors, "descriptors", "%d after the first cycle, %d after the last", descriptors, now) ? code : EXIT_FAILURE;
}
