// SPDX-License-Identifier: EPL-2.0
// Splits the world by shared-memory node and uses a shared window there; then splits into even and odd ranks.
//
// usage: mpi_split [NODE_SIZE]     the number of ranks that must share this node, default all

#include "mpi_peer.h"

static int split_by_node(int wanted)
{
	MPI_Comm node;
	MPI_Win window;
	int *own;
	int node_rank;
	int node_size;
	MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, mpi_rank, MPI_INFO_NULL, &node);
	MPI_Comm_rank(node, &node_rank);
	MPI_Comm_size(node, &node_size);
	check(node_size == wanted, "ranks of this node", "%d instead of %d", node_size, wanted);
	MPI_Win_allocate_shared(sizeof *own, sizeof *own, MPI_INFO_NULL, node, &own, &window);
	MPI_Win_fence(0, window);
	*own = 100 + node_rank;
	MPI_Win_fence(0, window);
	for (int rank = 0; rank < node_size; rank++) {
		MPI_Aint size;
		int unit;
		int *theirs;
		MPI_Win_shared_query(window, rank, &size, &unit, &theirs);
		check(*theirs == 100 + rank, "shared window", "%d of rank %d", *theirs, rank);
	}
	MPI_Win_free(&window);
	MPI_Comm_free(&node);
	return node_size;
}

static void split_by_parity(void)
{
	MPI_Comm half;
	int rank;
	int size;
	MPI_Comm_split(MPI_COMM_WORLD, mpi_rank % 2, -mpi_rank, &half);
	MPI_Comm_rank(half, &rank);
	MPI_Comm_size(half, &size);
	check(size == (mpi_size + 1 - mpi_rank % 2) / 2, "size of the half", "%d", size);
	check(rank == size - 1 - mpi_rank / 2, "rank in the half", "%d", rank);
	MPI_Comm_free(&half);
}

int main(int argc, char **argv)
{
	mpi_start(&argc, &argv, "mpi_split");
	int node_size = split_by_node(peer_argument(argc, argv, 1, mpi_size));
	split_by_parity();
	return mpi_finish("node_size=%d", node_size);
}
