// SPDX-License-Identifier: EPL-2.0
// Common code of the MPI peers: init and finalize with the checks and the time limit of peer.h.
#ifndef MPI_PEER_H
#define MPI_PEER_H

#include "peer.h"

#include <mpi.h>

static int mpi_rank;
static int mpi_size;

static inline void mpi_start(int *argc, char ***argv, const char *program)
{
	peer_start(program);
	peer_step("MPI_Init");
	MPI_Init(argc, argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &mpi_rank);
	MPI_Comm_size(MPI_COMM_WORLD, &mpi_size);
	peer_rank = (unsigned) mpi_rank;
	peer_step("MPI work");
}

__attribute__((format(printf, 1, 2)))
static inline int mpi_finish(const char *format, ...)
{
	peer_step("MPI_Finalize");
	MPI_Finalize();
	va_list arguments;
	va_start(arguments, format);
	int code = peer_summary((unsigned) mpi_size, format, arguments);
	va_end(arguments);
	return code;
}

#endif
