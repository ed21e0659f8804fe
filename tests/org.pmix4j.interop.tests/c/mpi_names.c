// SPDX-License-Identifier: EPL-2.0
// Rank 0 publishes the name of a port; all other ranks find it, and none does after it was unpublished.
//
// Known: mpirun 4.1.4 passes.

#include "mpi_peer.h"

int main(int argc, char **argv)
{
	char port[MPI_MAX_PORT_NAME] = "";
	char found[MPI_MAX_PORT_NAME] = "";
	mpi_start(&argc, &argv, "mpi_names");
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	if (mpi_rank == 0) {
		check(MPI_Open_port(MPI_INFO_NULL, port) == MPI_SUCCESS, "open port", "failed");
		check(MPI_Publish_name("interop ocean", MPI_INFO_NULL, port) == MPI_SUCCESS, "publish", "failed");
	}
	MPI_Bcast(port, sizeof port, MPI_CHAR, 0, MPI_COMM_WORLD);
	int result = MPI_Lookup_name("interop ocean", MPI_INFO_NULL, found);
	check(result == MPI_SUCCESS && strcmp(found, port) == 0, "lookup", "%d, %s instead of %s", result, found, port);
	check(MPI_Lookup_name("interop nobody", MPI_INFO_NULL, found) != MPI_SUCCESS, "lookup of nothing", "found %s", found);
	MPI_Barrier(MPI_COMM_WORLD);
	if (mpi_rank == 0) {
		check(MPI_Unpublish_name("interop ocean", MPI_INFO_NULL, port) == MPI_SUCCESS, "unpublish", "failed");
		MPI_Close_port(port);
	}
	MPI_Barrier(MPI_COMM_WORLD);
	check(MPI_Lookup_name("interop ocean", MPI_INFO_NULL, found) != MPI_SUCCESS, "lookup afterwards", "found %s", found);
	return mpi_finish("%s", "");
}
