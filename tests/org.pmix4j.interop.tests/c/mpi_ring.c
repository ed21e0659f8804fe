// SPDX-License-Identifier: EPL-2.0
// A token goes around the ring and every rank adds its number.
//
// usage: mpi_ring [ROUNDS]     default 10

#include "mpi_peer.h"

int main(int argc, char **argv)
{
	mpi_start(&argc, &argv, "mpi_ring");
	int rounds = peer_argument(argc, argv, 1, 10);
	int next = (mpi_rank + 1) % mpi_size;
	int previous = (mpi_rank + mpi_size - 1) % mpi_size;
	long token = 0;
	for (int round = 1; round <= rounds && mpi_size > 1; round++) {
		if (mpi_rank > 0)
			MPI_Recv(&token, 1, MPI_LONG, previous, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		token += mpi_rank + 1;
		MPI_Send(&token, 1, MPI_LONG, next, round, MPI_COMM_WORLD);
		if (mpi_rank == 0) {
			MPI_Recv(&token, 1, MPI_LONG, previous, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			long wanted = (long) round * mpi_size * (mpi_size + 1) / 2;
			check(token == wanted, "token", "%ld instead of %ld in round %d", token, wanted, round);
		}
	}
	return mpi_finish("rounds=%d token=%ld", rounds, token);
}
