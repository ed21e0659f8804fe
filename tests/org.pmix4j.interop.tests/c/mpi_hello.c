// SPDX-License-Identifier: EPL-2.0
// Rank, size and host of each rank; the size must match the environment and the launcher.
//
// usage: mpi_hello [SIZE]     SIZE is the expected number of ranks

#include "mpi_peer.h"

int main(int argc, char **argv)
{
	char host[MPI_MAX_PROCESSOR_NAME];
	int length;
	int ranks_seen = 0;
	mpi_start(&argc, &argv, "mpi_hello");
	int wanted = peer_argument(argc, argv, 1, mpi_size);
	const char *environment = getenv(getenv("PMIX_RANK") != NULL ? "PMIX_RANK" : "PMI_RANK");
	check(mpi_size == wanted, "size", "%d instead of %d", mpi_size, wanted);
	check(environment != NULL && atoi(environment) == mpi_rank, "rank", "%d, but the environment has %s", mpi_rank, environment);
	int one = 1;
	MPI_Reduce(&one, &ranks_seen, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
	if (mpi_rank == 0)
		check(ranks_seen == mpi_size, "reduce", "%d ranks of %d", ranks_seen, mpi_size);
	MPI_Get_processor_name(host, &length);
	return mpi_finish("host=%s", host);
}
