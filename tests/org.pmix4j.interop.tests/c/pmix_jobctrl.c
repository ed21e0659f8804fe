// SPDX-License-Identifier: EPL-2.0
// Leaves files and directories that the server must remove when the rank or its namespace has ended.
//
// usage: pmix_jobctrl DIRECTORY [--die] [--c-server]
//   --die       every rank kills itself in the end (exit code of the launcher 137) instead of PMIx_Finalize
//   --c-server  leaves out the exception: servers of libpmix 4.2 crash when PMIX_CLEANUP_IGNORE comes (strcmp of a flag)
//
// Creates in DIRECTORY, which must exist, for each rank R, and asks for cleanup as noted. Expected after the run:
//   file.R                registered file                                           gone
//   two.a.R, two.b.R      one registration "two.a.R,two.b.R"                        gone
//   tree.R/...            registered directory, recursive                           gone, with everything below
//   tree.R/link           symbolic link in it to DIRECTORY/victim                   gone, the victim remains
//   top.R/                registered directory, recursive, leave the top            there and empty
//   mixed.R/keep          registered directory, recursive, "keep" ignored           there
//   mixed.R/drop          next to it                                                gone
//   free.R                never registered                                          there
//   victim/precious       made by rank 0, never registered                          there
//
// A server that ignores the requests passes here as well; only the content of DIRECTORY shows.
// Known: mpirun 4.1.4 follows the link, empties the victim, and leaves tree.R with the link in it.

#include "pmix_peer.h"

#include <errno.h>
#include <sys/stat.h>

static const char *root;

static char *path_of(const char *format, const char *suffix)
{
	char *path = malloc(1024);
	char name[256];
	snprintf(name, sizeof name, format, peer_me.rank);
	snprintf(path, 1024, "%s/%s%s", root, name, suffix);
	return path;
}

static void make_file(const char *format, const char *suffix)
{
	char *path = path_of(format, suffix);
	FILE *file = fopen(path, "w");
	if (check(file != NULL, "file", "%s: %s", path, strerror(errno))) {
		fputs("left behind\n", file);
		fclose(file);
	}
	free(path);
}

static void make_directory(const char *format, const char *suffix)
{
	char *path = path_of(format, suffix);
	check(mkdir(path, 0700) == 0 || errno == EEXIST, "directory", "%s: %s", path, strerror(errno));
	free(path);
}

static void make_everything(void)
{
	char *link = path_of("tree.%u", "/link");
	make_file("file.%u", "");
	make_file("two.a.%u", "");
	make_file("two.b.%u", "");
	make_directory("tree.%u", "");
	make_directory("tree.%u", "/deep");
	make_directory("tree.%u", "/deep/deeper");
	make_file("tree.%u", "/one");
	make_file("tree.%u", "/deep/deeper/two");
	check(symlink("../victim", link) == 0, "link", "%s: %s", link, strerror(errno));
	make_directory("top.%u", "");
	make_file("top.%u", "/one");
	make_directory("mixed.%u", "");
	make_file("mixed.%u", "/keep");
	make_file("mixed.%u", "/drop");
	make_file("free.%u", "");
	if (peer_me.rank == 0) {
		make_directory("victim", "");
		make_file("victim", "/precious");
	}
	free(link);
}

// For this rank alone: removed when it has ended.
static void ask(const char *name, pmix_info_t *infos, size_t count)
{
	pmix_info_t *results = NULL;
	size_t result_count = 0;
	peer_step(name);
	pmix_status_t status = PMIx_Job_control(&peer_me, 1, infos, count, &results, &result_count);
	check(status == PMIX_SUCCESS || status == PMIX_OPERATION_SUCCEEDED, name, "%s", PMIx_Error_string(status));
	if (results != NULL)
		PMIX_INFO_FREE(results, result_count);
}

static void ask_for_path(const char *name, const char *key, const char *format, const char *option, const char *option_path)
{
	pmix_info_t infos[3];
	size_t count = 0;
	char *path = path_of(format, "");
	char *other = option_path != NULL ? path_of(format, option_path) : NULL;
	PMIX_INFO_LOAD(&infos[count++], key, path, PMIX_STRING);
	if (strcmp(key, PMIX_REGISTER_CLEANUP_DIR) == 0)
		peer_flag(&infos[count++], PMIX_CLEANUP_RECURSIVE);
	if (option != NULL && other != NULL)
		PMIX_INFO_LOAD(&infos[count++], option, other, PMIX_STRING);
	else if (option != NULL)
		peer_flag(&infos[count++], option);
	ask(name, infos, count);
	free(path);
	free(other);
}

static void ask_for_everything(bool exception)
{
	pmix_info_t info;
	char list[2100];
	char *a = path_of("two.a.%u", "");
	char *b = path_of("two.b.%u", "");
	snprintf(list, sizeof list, "%s,%s", a, b);
	PMIX_INFO_LOAD(&info, PMIX_REGISTER_CLEANUP, list, PMIX_STRING);
	ask("cleanup of two files", &info, 1);
	free(a);
	free(b);
	ask_for_path("cleanup of a file", PMIX_REGISTER_CLEANUP, "file.%u", NULL, NULL);
	ask_for_path("cleanup of a tree", PMIX_REGISTER_CLEANUP_DIR, "tree.%u", NULL, NULL);
	ask_for_path("cleanup below a directory", PMIX_REGISTER_CLEANUP_DIR, "top.%u", PMIX_CLEANUP_LEAVE_TOPDIR, NULL);
	if (exception)
		ask_for_path("cleanup with an exception", PMIX_REGISTER_CLEANUP_DIR, "mixed.%u", PMIX_CLEANUP_IGNORE, "/keep");
}

int main(int argc, char **argv)
{
	bool die = false;
	bool c_server = false;
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--die") == 0)
			die = true;
		else if (strcmp(argv[i], "--c-server") == 0)
			c_server = true;
		else
			root = argv[i];
	}
	if (root == NULL) {
		fprintf(stderr, "usage: pmix_jobctrl DIRECTORY [--die] [--c-server]\n");
		return 2;
	}
	peer_init("pmix_jobctrl");
	make_everything();
	ask_for_everything(!c_server);
	peer_fence("last fence", false);
	if (die)
		raise(SIGKILL);
	return peer_finalize("%s", root);
}
