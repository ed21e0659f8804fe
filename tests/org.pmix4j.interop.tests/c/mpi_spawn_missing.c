// SPDX-License-Identifier: EPL-2.0
// mpi_spawn_missing: all ranks spawn a program that does not exist, and continue.
#include "mpi_peer.h"

int main(int argc, char **argv)
{
	mpi_start(&argc, &argv, "mpi_spawn_missing");
	MPI_Comm inter;
	int errors[2];
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	int result = MPI_Comm_spawn("/nowhere/program", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, errors);
	check(result != MPI_SUCCESS, "MPI_Comm_spawn", "found /nowhere/program");
	return mpi_finish("refused");
}
