// SPDX-License-Identifier: EPL-2.0
// Collectives over all ranks: barrier, broadcast, allreduce of short and long vectors, alltoall, scan.
//
// usage: mpi_allreduce [ELEMENTS]     default 10000 numbers in the long vector

#include "mpi_peer.h"

static void reduce(int count)
{
	long *own = calloc((size_t) count, sizeof *own);
	long *sum = calloc((size_t) count, sizeof *sum);
	for (int i = 0; i < count; i++)
		own[i] = (long) mpi_rank * i + 1;
	MPI_Allreduce(own, sum, count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
	for (int i = 0; i < count; i++) {
		long wanted = (long) mpi_size * (mpi_size - 1) / 2 * i + mpi_size;
		if (!check(sum[i] == wanted, "allreduce", "%ld instead of %ld at %d", sum[i], wanted, i))
			break;
	}
	free(own);
	free(sum);
}

static void exchange(void)
{
	int *out = calloc((size_t) mpi_size, sizeof *out);
	int *in = calloc((size_t) mpi_size, sizeof *in);
	for (int i = 0; i < mpi_size; i++)
		out[i] = mpi_rank * 1000 + i;
	MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
	for (int i = 0; i < mpi_size; i++)
		check(in[i] == i * 1000 + mpi_rank, "alltoall", "%d from rank %d", in[i], i);
	free(out);
	free(in);
}

int main(int argc, char **argv)
{
	mpi_start(&argc, &argv, "mpi_allreduce");
	int elements = peer_argument(argc, argv, 1, 10000);
	int word = mpi_rank == mpi_size - 1 ? 4711 : 0;
	int scan = 0;
	int one = 1;
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Bcast(&word, 1, MPI_INT, mpi_size - 1, MPI_COMM_WORLD);
	check(word == 4711, "broadcast", "%d", word);
	reduce(1);
	reduce(elements);
	exchange();
	MPI_Scan(&one, &scan, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	check(scan == mpi_rank + 1, "scan", "%d at rank %d", scan, mpi_rank);
	return mpi_finish("elements=%d", elements);
}
