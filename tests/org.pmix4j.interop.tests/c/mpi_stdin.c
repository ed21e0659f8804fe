// SPDX-License-Identifier: EPL-2.0
// Rank 0 reads standard input to its end and sends its length and hash to the other ranks, whose own input must be empty.
//
// usage: mpi_stdin [BYTES]     the expected length, default any
// Every rank prints "bytes=<length> fnv=<FNV-1a 64, hex>" of rank 0's input.

#include "mpi_peer.h"

int main(int argc, char **argv)
{
	static char buffer[65536];
	unsigned long long result[2] = {0, PEER_HASH_START};
	mpi_start(&argc, &argv, "mpi_stdin");
	peer_step("read of standard input");
	for (;;) {
		ssize_t got = read(STDIN_FILENO, buffer, sizeof buffer);
		if (got <= 0)
			break;
		result[0] += (unsigned long long) got;
		result[1] = peer_hash(result[1], buffer, (size_t) got);
	}
	if (mpi_rank > 0)
		check(result[0] == 0, "input of other ranks", "%llu bytes", result[0]);
	peer_step("broadcast");
	MPI_Bcast(result, 2, MPI_UNSIGNED_LONG_LONG, 0, MPI_COMM_WORLD);
	if (argc > 1)
		check(result[0] == strtoull(argv[1], NULL, 10), "length", "%llu instead of %s", result[0], argv[1]);
	return mpi_finish("bytes=%llu fnv=%016llx", result[0], result[1]);
}
