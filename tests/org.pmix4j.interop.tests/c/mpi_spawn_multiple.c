// SPDX-License-Identifier: EPL-2.0
// mpi_spawn_multiple: rank 0 spawns two programs in one call, one of them with its own working directory; a child spawns as well.
#include "mpi_peer.h"

static int grandchild(MPI_Comm parent)
{
	int depth = 2;
	MPI_Send(&depth, 1, MPI_INT, 0, 7, parent);
	MPI_Comm_disconnect(&parent);
	return mpi_finish("grandchild");
}

static int child(MPI_Comm parent, const char *program, int number)
{
	char directory[4096] = "";
	check(getcwd(directory, sizeof directory) != NULL && (strcmp(directory, "/") == 0) == (number == 1), "working directory", "%s", directory);
	int *application, found;
	MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &application, &found);
	check(found && *application == number, "number of the program", "%d", found ? *application : -1);
	int depth = 0;
	if (mpi_rank == 0) {
		MPI_Comm inter;
		char *arguments[] = {"grandchild", NULL};
		peer_step("MPI_Comm_spawn of the grandchild");
		MPI_Comm_spawn(program, arguments, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter, MPI_ERRCODES_IGNORE);
		MPI_Recv(&depth, 1, MPI_INT, 0, 7, inter, MPI_STATUS_IGNORE);
		MPI_Comm_disconnect(&inter);
		check(depth == 2, "message of the grandchild", "%d", depth);
		MPI_Send(&depth, 1, MPI_INT, 0, 8, parent);
	}
	MPI_Comm_disconnect(&parent);
	return mpi_finish("child");
}

int main(int argc, char **argv)
{
	mpi_start(&argc, &argv, "mpi_spawn_multiple");
	MPI_Comm parent, inter;
	MPI_Comm_get_parent(&parent);
	if (parent != MPI_COMM_NULL)
		return strcmp(argv[1], "grandchild") == 0 ? grandchild(parent) : child(parent, peer_self(argv), atoi(argv[1]));
	char *first[] = {"0", NULL}, *second[] = {"1", NULL};
	char *programs[] = {peer_self(argv), peer_self(argv)};
	char **arguments[] = {first, second};
	int counts[] = {1, 2}, errors[3], depth = 0;
	MPI_Info infos[] = {MPI_INFO_NULL, MPI_INFO_NULL};
	MPI_Info_create(&infos[1]);
	MPI_Info_set(infos[1], "wdir", "/");
	peer_step("MPI_Comm_spawn_multiple");
	int status = MPI_Comm_spawn_multiple(2, programs, arguments, counts, infos, 0, MPI_COMM_WORLD, &inter, errors);
	check(status == MPI_SUCCESS, "MPI_Comm_spawn_multiple", "%d", status);
	if (mpi_rank == 0) {
		MPI_Recv(&depth, 1, MPI_INT, 0, 8, inter, MPI_STATUS_IGNORE);
		check(depth == 2, "message of the child", "%d", depth);
	}
	MPI_Info_free(&infos[1]);
	MPI_Comm_disconnect(&inter);
	return mpi_finish("parent");
}
