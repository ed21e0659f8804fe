// SPDX-License-Identifier: EPL-2.0
// Publishes a name until its standard input ends, or finds it. Needs no port, since the value is only text here.
//
// usage: mpi_service publish|find NAME VALUE
//        mpi_service cross OTHER NAME VALUE    publishes the name as soon as another one is there, and until that has gone
//
// Known: MPICH 4.0.2 refuses MPI_Open_port with its network module UCX; it publishes and finds names.

#include "mpi_peer.h"

enum { POLL_US = 20000, POLLS = 2000 };

static void await(const char *name, bool is_published)
{
	char found[MPI_MAX_PORT_NAME] = "";
	for (int poll = 0; poll < POLLS; poll++) {
		if ((MPI_Lookup_name(name, MPI_INFO_NULL, found) == MPI_SUCCESS) == is_published)
			return;
		usleep(POLL_US);
	}
	check(false, "name of another program", "%s is %s", name, is_published ? "not published" : "still published");
}

int main(int argc, char **argv)
{
	char found[MPI_MAX_PORT_NAME] = "";
	mpi_start(&argc, &argv, "mpi_service");
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	if (argc == 4 && strcmp(argv[1], "publish") == 0) {
		check(MPI_Publish_name(argv[2], MPI_INFO_NULL, argv[3]) == MPI_SUCCESS, "publish", "failed");
		printf("published\n");
		fflush(stdout);
		peer_step("standard input");
		while (getchar() != EOF)
			continue;
		check(MPI_Unpublish_name(argv[2], MPI_INFO_NULL, argv[3]) == MPI_SUCCESS, "unpublish", "failed");
		check(MPI_Lookup_name(argv[2], MPI_INFO_NULL, found) != MPI_SUCCESS, "lookup afterwards", "found %s", found);
	} else if (argc == 5 && strcmp(argv[1], "cross") == 0) {
		peer_step("the name of another program");
		await(argv[2], true);
		if (mpi_rank == 0)
			check(MPI_Publish_name(argv[3], MPI_INFO_NULL, argv[4]) == MPI_SUCCESS, "publish", "failed");
		await(argv[2], false);
		MPI_Barrier(MPI_COMM_WORLD);
		if (mpi_rank == 0)
			check(MPI_Unpublish_name(argv[3], MPI_INFO_NULL, argv[4]) == MPI_SUCCESS, "unpublish", "failed");
	} else if (argc == 4) {
		int result = MPI_Lookup_name(argv[2], MPI_INFO_NULL, found);
		check(result == MPI_SUCCESS && strcmp(found, argv[3]) == 0, "lookup", "%d, '%s' instead of '%s'", result, found, argv[3]);
	}
	return mpi_finish("%s", "");
}
