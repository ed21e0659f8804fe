// SPDX-License-Identifier: EPL-2.0
// Makes a table of spawns that must fail, and prints "NAME STATUS" for each of them, where STATUS is a number.
//
// usage: pmix_spawn_errors DIRECTORY [NAME...]
//   DIRECTORY is writable. With names, only those spawns are made.

#include "spawn_peer.h"

#include <fcntl.h>
#include <sys/stat.h>

static const char *scratch;

struct failing {
	const char *name;
	const char *program; // begins with / if it is absolute, with . if it lies in the directory, and is empty if there is none
	int processes;
	const char *key; // of the directive for the job; NULL for none
	const char *value; // NULL for true
};

static const struct failing table[] = {
	{"no-program", "", 1, NULL, NULL},
	{"missing-program", "/nowhere/program", 1, NULL, NULL},
	{"program-not-in-path", "no-such-program", 1, NULL, NULL},
	{"directory-as-program", "/usr", 1, NULL, NULL},
	{"not-executable", "./text", 1, NULL, NULL},
	{"missing-interpreter", "./script", 1, NULL, NULL},
	{"foreign-machine", "./foreign", 1, NULL, NULL},
	{"busy-program", "./busy", 1, NULL, NULL},
	{"large-argument", "/bin/true", 1, NULL, NULL},
	{"missing-directory", "/bin/true", 1, PMIX_WDIR, "/nowhere/at/all"},
	{"file-as-directory", "/bin/true", 1, PMIX_WDIR, "/etc/passwd"},
	{"closed-directory", "/bin/true", 1, PMIX_WDIR, "./closed"},
	{"another-host", "/bin/true", 1, PMIX_HOST, "another.example.org"},
	{"missing-hostfile", "/bin/true", 1, PMIX_HOSTFILE, "/nowhere/hosts"},
	{"too-many-processes", "/bin/true", 1000, PMIX_NO_OVERSUBSCRIBE, NULL},
	{"no-node-left", "/bin/true", 1, PMIX_NO_PROCS_ON_HEAD, NULL},
	{"too-few-on-each", "/bin/true", 3, PMIX_MAPBY, "ppr:2:node"},
	{"unknown-policy", "/bin/true", 1, PMIX_MAPBY, "bogus"},
	{"many-processes", "/bin/sleep", 64, NULL, NULL},
};

static void write_file(const char *name, const char *content, size_t length, mode_t mode)
{
	int file = open(name, O_CREAT | O_TRUNC | O_WRONLY, 0600);
	check(file >= 0 && write(file, content, length) == (ssize_t) length && fchmod(file, mode) == 0 && close(file) == 0, "write", "%s", name);
}

// Leaves the file of the busy program open, so that the kernel refuses to execute it.
static void prepare(void)
{
	static const char foreign[] = "\177ELF\0\0 of another machine";
	static char program[1 << 20];
	int source = open("/bin/true", O_RDONLY);
	ssize_t length = read(source, program, sizeof program);
	close(source);
	check(chdir(scratch) == 0 && length > 0, "prepare", "%s", scratch);
	write_file("text", "text\n", 5, 0644);
	write_file("script", "#!/no/such/interpreter\n", 23, 0755);
	write_file("foreign", foreign, sizeof foreign - 1, 0755);
	write_file("busy", program, (size_t) length, 0755);
	check(open("busy", O_WRONLY) >= 0, "open busy", "%s", scratch);
	mkdir("closed", 0);
}

static const char *inside(const char *name)
{
	static char path[4096];
	if (*name != '.')
		return name;
	snprintf(path, sizeof path, "%s/%s", scratch, name + 2);
	return path;
}

static void spawn(const struct failing *failing)
{
	static char large[200000];
	pmix_info_t infos[2];
	size_t count = 1;
	pmix_nspace_t nspace;
	bool yes = true;
	memset(large, 'x', sizeof large - 1);
	peer_flag(&infos[0], PMIX_REPORT_CHILD_SEP);
	if (failing->key != NULL && failing->value != NULL)
		PMIX_INFO_LOAD(&infos[count++], failing->key, inside(failing->value), PMIX_STRING);
	else if (failing->key != NULL)
		PMIX_INFO_LOAD(&infos[count++], failing->key, &yes, PMIX_BOOL);
	pmix_app_t *app = peer_app(inside(failing->program), failing->processes, strcmp(failing->name, "large-argument") == 0 ? large : "100", NULL);
	peer_step("PMIx_Spawn");
	pmix_status_t status = PMIx_Spawn(infos, count, app, 1, nspace);
	PMIX_APP_FREE(app, 1);
	printf("%s %d\n", failing->name, status);
	fflush(stdout);
}

static bool is_wanted(const char *name, int argc, char **argv)
{
	for (int i = 2; i < argc; i++)
		if (strcmp(argv[i], name) == 0)
			return true;
	return argc == 2 && strcmp(name, "many-processes") != 0;
}

int main(int argc, char **argv)
{
	scratch = argc > 1 ? argv[1] : "/tmp";
	peer_init("pmix_spawn_errors");
	prepare();
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (is_wanted(table[i].name, argc, argv))
			spawn(&table[i]);
	return peer_finalize("%s", "");
}
