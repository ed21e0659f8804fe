// SPDX-License-Identifier: EPL-2.0
// One-sided communication: put, get and accumulate between fences, then accumulate and fetch-and-add under locks.
//
// usage: mpi_onesided

#include "mpi_peer.h"

// MPICH 4.0.2 misplaces windows whose size is not a multiple of 16 bytes, hence one cell more than needed.
enum { CELLS = 64, WINDOW = CELLS + 2, INCREMENTS = 20 };

static void between_fences(void)
{
	long *memory;
	MPI_Win window;
	long gotten[CELLS];
	long put[CELLS];
	long one = 1;
	int next = (mpi_rank + 1) % mpi_size;
	int previous = (mpi_rank + mpi_size - 1) % mpi_size;
	MPI_Win_allocate(WINDOW * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
	memory[CELLS] = 0;
	for (int i = 0; i < CELLS; i++)
		put[i] = mpi_rank * 1000 + i;
	MPI_Win_fence(0, window);
	MPI_Put(put, CELLS, MPI_LONG, next, 0, CELLS, MPI_LONG, window);
	MPI_Accumulate(&one, 1, MPI_LONG, 0, CELLS, 1, MPI_LONG, MPI_SUM, window);
	MPI_Win_fence(0, window);
	for (int i = 0; i < CELLS; i++)
		check(memory[i] == previous * 1000 + i, "put", "%ld in cell %d", memory[i], i);
	if (mpi_rank == 0)
		check(memory[CELLS] == mpi_size, "accumulate", "%ld instead of %d", memory[CELLS], mpi_size);
	MPI_Win_fence(0, window);
	MPI_Get(gotten, CELLS, MPI_LONG, next, 0, CELLS, MPI_LONG, window);
	MPI_Win_fence(0, window);
	for (int i = 0; i < CELLS; i++)
		check(gotten[i] == mpi_rank * 1000 + i, "get", "%ld in cell %d", gotten[i], i);
	MPI_Win_free(&window);
}

static long under_locks(void)
{
	long *counter;
	MPI_Win window;
	long one = 1;
	long before = 0;
	long final = 0;
	MPI_Win_allocate(sizeof *counter, sizeof *counter, MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &window);
	MPI_Win_lock(MPI_LOCK_EXCLUSIVE, mpi_rank, 0, window);
	*counter = 0;
	MPI_Win_unlock(mpi_rank, window);
	MPI_Barrier(MPI_COMM_WORLD);
	for (int i = 0; i < INCREMENTS; i++) {
		MPI_Win_lock(i % 2 == 0 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, 0, 0, window);
		if (i % 2 == 0)
			MPI_Accumulate(&one, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, window);
		else
			MPI_Fetch_and_op(&one, &before, MPI_LONG, 0, 0, MPI_SUM, window);
		MPI_Win_unlock(0, window);
	}
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
	MPI_Get(&final, 1, MPI_LONG, 0, 0, 1, MPI_LONG, window);
	MPI_Win_unlock(0, window);
	check(final == (long) INCREMENTS * mpi_size, "counter", "%ld instead of %ld", final, (long) INCREMENTS * mpi_size);
	MPI_Win_free(&window);
	return final;
}

int main(int argc, char **argv)
{
	mpi_start(&argc, &argv, "mpi_onesided");
	peer_step("one-sided between fences");
	between_fences();
	peer_step("one-sided under locks");
	long counter = under_locks();
	return mpi_finish("counter=%ld", counter);
}
