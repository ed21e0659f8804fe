// SPDX-License-Identifier: EPL-2.0
// Hangs until it is killed: the last rank waits in MPI_Barrier for the others, which wait in MPI_Recv for a message of the last one.
//
// usage: mpi_hang

#include "mpi_peer.h"

static void exchange(void)
{
	int value;
	if (mpi_rank == mpi_size - 1)
		MPI_Barrier(MPI_COMM_WORLD);
	else
		MPI_Recv(&value, 1, MPI_INT, mpi_size - 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
	mpi_start(&argc, &argv, "mpi_hang");
	alarm(600);
	printf("ready %d\n", mpi_rank);
	fflush(stdout);
	exchange();
	return mpi_finish("%s", "not reached");
}
