// SPDX-License-Identifier: EPL-2.0
// One of several programs of one job: checks the application number and that the ranks of each program are contiguous.
//
// usage: mpi_mpmd APPNUM RANKS...     own application number, then the number of ranks of each program of the job
// e.g. run -n 2 mpi_mpmd 0 2 3 : -n 3 mpi_mpmd_copy 1 2 3

#include "mpi_peer.h"

int main(int argc, char **argv)
{
	mpi_start(&argc, &argv, "mpi_mpmd");
	int wanted = peer_argument(argc, argv, 1, 0);
	int *attribute = NULL;
	int found = 0;
	MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &attribute, &found);
	int own = found ? *attribute : -1;
	check(found && own == wanted, "MPI_APPNUM", "%d instead of %d", own, wanted);
	int *all = calloc((size_t) mpi_size, sizeof *all);
	MPI_Allgather(&own, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
	int rank = 0;
	for (int app = 0; app + 2 < argc; app++)
		for (int i = 0; i < atoi(argv[app + 2]); i++, rank++)
			check(rank < mpi_size && all[rank] == app, "program of a rank", "rank %d runs program %d instead of %d", rank,
					rank < mpi_size ? all[rank] : -1, app);
	check(rank == mpi_size, "size", "%d instead of %d", mpi_size, rank);
	free(all);
	return mpi_finish("app=%d", own);
}
