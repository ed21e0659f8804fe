// SPDX-License-Identifier: EPL-2.0
// mpi_spawn_fate <who> <how>: parent or child fails (abort, exit, signal) while all others wait forever.
#include "mpi_peer.h"

static void end(const char *how)
{
	if (strcmp(how, "abort") == 0)
		MPI_Abort(MPI_COMM_WORLD, 7);
	if (strcmp(how, "exit") == 0)
		_exit(5);
	if (strcmp(how, "signal") == 0)
		raise(SIGSEGV);
}

int main(int argc, char **argv)
{
	mpi_start(&argc, &argv, "mpi_spawn_fate");
	MPI_Comm parent, inter;
	int nothing;
	MPI_Comm_get_parent(&parent);
	bool isChild = parent != MPI_COMM_NULL;
	inter = parent;
	if (!isChild)
		MPI_Comm_spawn(peer_self(argv), argv + 1, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, MPI_ERRCODES_IGNORE);
	MPI_Barrier(inter);
	if (isChild == (strcmp(argv[1], "child") == 0) && mpi_rank == 1)
		end(argv[2]);
	peer_step("waiting for a message that never comes");
	MPI_Recv(&nothing, 1, MPI_INT, MPI_ANY_SOURCE, 1, inter, MPI_STATUS_IGNORE);
	return mpi_finish("%s", isChild ? "child" : "parent");
}
