// SPDX-License-Identifier: EPL-2.0
// One rank calls MPI_Abort while the others wait in a barrier.
//
// usage: mpi_abort [CODE [RANK]]     default 42 0
// Expected: the launcher kills the job and exits with CODE.

#include "mpi_peer.h"

int main(int argc, char **argv)
{
	mpi_start(&argc, &argv, "mpi_abort");
	int code = peer_argument(argc, argv, 1, 42);
	int rank = peer_argument(argc, argv, 2, 0);
	MPI_Barrier(MPI_COMM_WORLD);
	if (mpi_rank == rank)
		MPI_Abort(MPI_COMM_WORLD, code);
	peer_step("the wait to be killed");
	MPI_Barrier(MPI_COMM_WORLD);
	return mpi_finish("survived") + 1;
}
