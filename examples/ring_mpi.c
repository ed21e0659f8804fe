// SPDX-License-Identifier: EPL-2.0
// compile: mpicc -o ring_mpi examples/ring_mpi.c
// run:     ./pmix4j run -n 4 ./ring_mpi
//
// The ring in C on MPI: a number travels around the ring once, and every rank adds its own.

#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	int rank;
	int ranks;
	int token = 0;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	int left = (rank + ranks - 1) % ranks;
	int right = (rank + 1) % ranks;

	// Rank 0 sends first and receives last. The send must not block, since a single rank sends to itself.
	MPI_Request sent;
	if (rank > 0)
		MPI_Recv(&token, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	int passed = token + rank;
	MPI_Isend(&passed, 1, MPI_INT, right, 0, MPI_COMM_WORLD, &sent);
	if (rank == 0)
		MPI_Recv(&token, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Wait(&sent, MPI_STATUS_IGNORE);

	printf("rank %d of %d: got %d from rank %d\n", rank, ranks, token, left);
	MPI_Finalize();
	return 0;
}
