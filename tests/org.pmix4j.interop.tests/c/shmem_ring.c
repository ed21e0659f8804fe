// SPDX-License-Identifier: EPL-2.0
// An OpenSHMEM program: each process puts its number into the memory of the next one, all count into the memory of the first, and all sum
// their numbers. Not for Open MPI 4.1.4, whose shmem_finalize crashes, under oshrun as well.

#include "peer.h"

#include <shmem.h>

static long from_previous = -1;
static long counter;
static long sum;
static long number;
static long work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static long barrier[SHMEM_REDUCE_SYNC_SIZE];

__attribute__((format(printf, 2, 3)))
static int finish(int size, const char *format, ...)
{
	peer_step("shmem_finalize");
	shmem_finalize();
	va_list arguments;
	va_start(arguments, format);
	int code = peer_summary((unsigned) size, format, arguments);
	va_end(arguments);
	return code;
}

int main(void)
{
	peer_start("shmem_ring");
	peer_step("shmem_init");
	shmem_init();
	int me = shmem_my_pe();
	int size = shmem_n_pes();
	peer_rank = (unsigned) me;

	peer_step("put");
	for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; i++)
		barrier[i] = SHMEM_SYNC_VALUE;
	shmem_long_p(&from_previous, me, (me + 1) % size);
	shmem_long_inc(&counter, 0);
	shmem_barrier_all();
	check(from_previous == (me + size - 1) % size, "put", "%ld from the previous process", from_previous);
	check(me != 0 || counter == size, "increment", "%ld instead of %d", counter, size);

	peer_step("sum");
	number = me + 1;
	shmem_long_sum_to_all(&sum, &number, 1, 0, 0, size, work, barrier);
	check(sum == (long) size * (size + 1) / 2, "sum", "%ld", sum);
	shmem_barrier_all();

	return finish(size, "sum=%ld", sum);
}
