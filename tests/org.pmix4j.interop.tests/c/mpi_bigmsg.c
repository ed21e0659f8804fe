// SPDX-License-Identifier: EPL-2.0
// Large messages around the ring, on all ranks at the same time, checked byte by byte.
//
// usage: mpi_bigmsg [BYTES [MESSAGES]]     default 1048576 5

#include "mpi_peer.h"

int main(int argc, char **argv)
{
	mpi_start(&argc, &argv, "mpi_bigmsg");
	int bytes = peer_argument(argc, argv, 1, 1 << 20);
	int messages = peer_argument(argc, argv, 2, 5);
	int next = (mpi_rank + 1) % mpi_size;
	int previous = (mpi_rank + mpi_size - 1) % mpi_size;
	unsigned char *out = malloc((size_t) bytes);
	unsigned char *in = malloc((size_t) bytes);
	unsigned char *wanted = malloc((size_t) bytes);
	double start = peer_now_us();
	for (int i = 0; i < messages; i++) {
		int got = 0;
		MPI_Status status;
		peer_fill(out, (size_t) bytes, (uint32_t) (mpi_rank * 100 + i));
		peer_fill(wanted, (size_t) bytes, (uint32_t) (previous * 100 + i));
		MPI_Sendrecv(out, bytes, MPI_BYTE, next, i, in, bytes, MPI_BYTE, previous, i, MPI_COMM_WORLD, &status);
		MPI_Get_count(&status, MPI_BYTE, &got);
		check(got == bytes && memcmp(in, wanted, (size_t) bytes) == 0, "message", "message %d of %d bytes differs", i, got);
	}
	double ms = (peer_now_us() - start) / 1000;
	free(out);
	free(in);
	free(wanted);
	return mpi_finish("bytes=%d messages=%d ms=%.0f", bytes, messages, ms);
}
