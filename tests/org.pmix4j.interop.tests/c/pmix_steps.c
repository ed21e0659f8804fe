// SPDX-License-Identifier: EPL-2.0
// A program to be debugged: each rank doubles its rank step by step and prints the result.
//
// usage: pmix_steps [--alone|--fed]
//   --alone  is no rank, and waits for a line of standard input first
//   --fed    is a rank, and waits for a line of standard input after PMIx_Init

#include "pmix_peer.h"

#pragma GCC optimize("O0") // each variable exists and each line can be stopped at

struct point {
	int x;
	int y;
};

static int twice(int number)
{
	struct point sum = { number, 0 };
	for (int i = 0; i < number; i++)
		sum.y++;
	int result = sum.x + sum.y; // breakpoint
	return result;
}

int main(int argc, char **argv)
{
	bool alone = argc > 1 && strcmp(argv[1], "--alone") == 0;
	int rank = 7;
	if (!alone) {
		peer_init("pmix_steps");
		rank = (int) peer_me.rank;
	}
	if (argc > 1)
		check(getchar() != EOF, "getchar", "no input");
	int result = twice(rank);
	printf("twice %d is %d\n", rank, result);
	fflush(stdout);
	if (alone)
		return 0;
	return peer_finalize("result=%d", result);
}
