// SPDX-License-Identifier: EPL-2.0
// A program with a fault: one rank writes its stack to standard error as backtrace(3) shows it, and then writes to address 0.
//
// usage: pmix_crash RANK

#include <execinfo.h>

#include "pmix_peer.h"

#pragma GCC optimize("O0") // each line has its own addresses

static void fault(int *where)
{
	void *stack[16];
	int depth = backtrace(stack, 16);
	backtrace_symbols_fd(stack, depth, STDERR_FILENO); // the stack has a return address in the line before
	*where = 1; // fault
}

int main(int argc, char **argv)
{
	peer_init("pmix_crash");
	if (argc > 1 && atoi(argv[1]) == (int) peer_me.rank)
		fault(NULL); // call
	return peer_finalize("crash=%d", 0);
}
