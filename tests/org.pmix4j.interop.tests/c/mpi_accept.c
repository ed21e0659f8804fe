// SPDX-License-Identifier: EPL-2.0
// Ranks with even numbers accept, ranks with odd numbers connect, by a published name; then they merge, add up over all, and disconnect.
// Needs two ranks or more.
//
// usage: mpi_accept [ROUNDS]     default 2
//
// Known: mpirun 4.1.4 and prterun 3.0.8 pass. Open MPI 5.0 looks a name up in a range that it has not initialized.

#include "mpi_peer.h"

static void part(MPI_Comm inter, int odd, int side_size)
{
	MPI_Comm all;
	int remote, rank, size, sum = 0;
	MPI_Comm_remote_size(inter, &remote);
	check(remote == mpi_size - side_size, "remote size", "%d", remote);
	peer_step("MPI_Intercomm_merge");
	MPI_Intercomm_merge(inter, odd, &all);
	MPI_Comm_rank(all, &rank);
	MPI_Comm_size(all, &size);
	peer_step("MPI_Allreduce");
	MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, all);
	check(size == mpi_size && sum == size * (size - 1) / 2, "sum over both sides", "%d of %d ranks", sum, size);
	MPI_Comm_free(&all);
	peer_step("MPI_Comm_disconnect");
	MPI_Comm_disconnect(&inter);
}

int main(int argc, char **argv)
{
	mpi_start(&argc, &argv, "mpi_accept");
	int rounds = peer_argument(argc, argv, 1, 2);
	int odd = mpi_rank % 2, side_rank, side_size;
	MPI_Comm side, inter;
	MPI_Comm_split(MPI_COMM_WORLD, odd, mpi_rank, &side);
	MPI_Comm_rank(side, &side_rank);
	MPI_Comm_size(side, &side_size);
	for (int round = 0; round < rounds; round++) {
		char port[MPI_MAX_PORT_NAME] = "";
		char name[32];
		snprintf(name, sizeof name, "interop round %d", round);
		if (mpi_rank == 0) {
			MPI_Open_port(MPI_INFO_NULL, port);
			MPI_Publish_name(name, MPI_INFO_NULL, port);
		}
		MPI_Barrier(MPI_COMM_WORLD);
		if (mpi_rank == 1)
			MPI_Lookup_name(name, MPI_INFO_NULL, port);
		peer_step(odd ? "MPI_Comm_connect" : "MPI_Comm_accept");
		if (odd)
			MPI_Comm_connect(port, MPI_INFO_NULL, 0, side, &inter);
		else
			MPI_Comm_accept(port, MPI_INFO_NULL, 0, side, &inter);
		part(inter, odd, side_size);
		if (mpi_rank == 0) {
			MPI_Unpublish_name(name, MPI_INFO_NULL, port);
			MPI_Close_port(port);
		}
		MPI_Barrier(MPI_COMM_WORLD);
	}
	MPI_Comm_free(&side);
	return mpi_finish("rounds=%d", rounds);
}
