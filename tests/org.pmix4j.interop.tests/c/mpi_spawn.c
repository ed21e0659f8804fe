// SPDX-License-Identifier: EPL-2.0
// mpi_spawn [children [rounds]]: all ranks spawn children together, talk to them over the intercommunicator, merge with them, add up
// over all, and disconnect.
#include "mpi_peer.h"

static void together(MPI_Comm inter, int high, int parents, int children)
{
	MPI_Comm all;
	int rank, size, sum = 0;
	peer_step("MPI_Intercomm_merge");
	MPI_Intercomm_merge(inter, high, &all);
	MPI_Comm_rank(all, &rank);
	MPI_Comm_size(all, &size);
	check(size == parents + children, "size of the merged communicator", "%d", size);
	peer_step("MPI_Allreduce");
	int one = rank + 1;
	MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, all);
	check(sum == size * (size + 1) / 2, "sum over parents and children", "%d", sum);
	MPI_Comm_free(&all);
	peer_step("MPI_Comm_disconnect");
	MPI_Comm_disconnect(&inter);
}

int main(int argc, char **argv)
{
	mpi_start(&argc, &argv, "mpi_spawn");
	MPI_Comm parent;
	MPI_Comm_get_parent(&parent);
	int children = peer_argument(argc, argv, 1, 2);
	int rounds = peer_argument(argc, argv, 2, 1);
	if (parent != MPI_COMM_NULL) {
		int token = 0, parents;
		check(mpi_size == children, "number of children", "%d", mpi_size);
		MPI_Comm_remote_size(parent, &parents);
		MPI_Bcast(&token, 1, MPI_INT, 0, parent);
		check(token == 42, "token of the parent", "%d", token);
		together(parent, 1, parents, mpi_size);
		return mpi_finish("child");
	}
	for (int round = 0; round < rounds; round++) {
		MPI_Comm inter;
		int errors[64] = {0}, remote, token = 42;
		char count[16];
		snprintf(count, sizeof count, "%d", children);
		char *arguments[] = {count, NULL};
		peer_step("MPI_Comm_spawn");
		int status = MPI_Comm_spawn(peer_self(argv), arguments, children, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, errors);
		check(status == MPI_SUCCESS && errors[0] == MPI_SUCCESS, "MPI_Comm_spawn", "%d", status);
		MPI_Comm_remote_size(inter, &remote);
		check(remote == children, "remote size", "%d", remote);
		peer_step("MPI_Bcast");
		MPI_Bcast(&token, 1, MPI_INT, mpi_rank == 0 ? MPI_ROOT : MPI_PROC_NULL, inter);
		together(inter, 0, mpi_size, children);
	}
	return mpi_finish("parent");
}
