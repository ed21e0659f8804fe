// SPDX-License-Identifier: EPL-2.0
// A tool that finds a server, attaches to it, reads its own job data, and finalizes.
//
// usage: pmix_tool [HOW] [OPTION...]
// How it finds the server, by default as the library chooses:
//   --uri URI        by its address, or file:PATH
//   --pid PID        by its process
//   --nspace NSPACE  by its namespace
//   --system         by the file of the system server
//   --scheduler      by the file of the scheduler
//   --controller     by the file of the system controller
// Options:
//   --name NSPACE    has this namespace and rank 3 instead of asking for a name
//   --launcher       attaches as a launcher
//   --wanted NSPACE  the expected namespace of the server
//   --no-finalize    exits without PMIx_tool_finalize
//   --refused        must be refused
// Ignores PMIX_NAMESPACE and the like in the environment, like a tool that is started by hand.

#include "tool_peer.h"

#include <getopt.h>

enum { MOST_INFOS = 4, OWN_RANK = 3 };

static pmix_info_t infos[MOST_INFOS];
static size_t info_count;
static const char *name;
static const char *wanted;
static bool refused;
static bool leaves_without_word;

static void add_text(const char *key, const char *text)
{
	PMIX_INFO_LOAD(&infos[info_count++], key, text, PMIX_STRING);
}

static void attach(void)
{
	pmix_value_t *value;
	peer_step("PMIx_tool_init");
	pmix_status_t status = PMIx_tool_init(&peer_me, infos, info_count);
	if (refused) {
		check(status != PMIX_SUCCESS, "refusal", "it got in as %s", peer_me.nspace);
		return;
	}
	if (!expect("PMIx_tool_init", status, PMIX_SUCCESS))
		exit(EXIT_FAILURE);
	check(peer_me.nspace[0] != '\0' && PMIX_RANK_IS_VALID(peer_me.rank), "name", "'%s' %u", peer_me.nspace, peer_me.rank);
	if (name != NULL)
		check(strcmp(peer_me.nspace, name) == 0 && peer_me.rank == OWN_RANK, "own name", "%s %u", peer_me.nspace, peer_me.rank);
	peer_step("what it is told");
	if (wanted != NULL && expect("server", peer_get(peer_me.rank, PMIX_SERVER_NSPACE, NULL, 0, &value), PMIX_SUCCESS)) {
		check(strcmp(value->data.string, wanted) == 0, "server", "%s instead of %s", value->data.string, wanted);
		PMIX_VALUE_RELEASE(value);
	}
	check(peer_get_number(PMIX_RANK_WILDCARD, PMIX_JOB_SIZE) == 1, "job size", "not 1");
	printf("attached as %s %u\n", peer_me.nspace, peer_me.rank);
	fflush(stdout);
	if (leaves_without_word)
		_exit(EXIT_SUCCESS);
	peer_step("PMIx_tool_finalize");
	expect("PMIx_tool_finalize", PMIx_tool_finalize(), PMIX_SUCCESS);
}

int main(int argc, char **argv)
{
	static const struct option options[] = {{"uri", 1, NULL, 'u'}, {"pid", 1, NULL, 'p'}, {"nspace", 1, NULL, 'n'},
			{"system", 0, NULL, 's'}, {"scheduler", 0, NULL, 'd'}, {"controller", 0, NULL, 'c'}, {"name", 1, NULL, 'm'},
			{"launcher", 0, NULL, 'l'}, {"wanted", 1, NULL, 'w'}, {"no-finalize", 0, NULL, 'x'},
			{"refused", 0, NULL, 'r'}, {NULL, 0, NULL, 0}};
	pmix_rank_t rank = OWN_RANK;
	pid_t pid;
	peer_start("pmix_tool");
	tool_forget_environment();
	for (int option = getopt_long(argc, argv, "", options, NULL); option != -1; option = getopt_long(argc, argv, "", options, NULL)) {
		switch (option) {
		case 'u':
			add_text(PMIX_SERVER_URI, optarg);
			break;
		case 'p':
			pid = atoi(optarg);
			PMIX_INFO_LOAD(&infos[info_count++], PMIX_SERVER_PIDINFO, &pid, PMIX_PID);
			break;
		case 'n':
			add_text(PMIX_SERVER_NSPACE, optarg);
			break;
		case 's':
			peer_flag(&infos[info_count++], PMIX_CONNECT_TO_SYSTEM);
			break;
		case 'd':
			peer_flag(&infos[info_count++], "pmix.cnct.sched");
			break;
		case 'c':
			peer_flag(&infos[info_count++], "pmix.cnct.ctrlr");
			break;
		case 'm':
			name = optarg;
			add_text(PMIX_TOOL_NSPACE, name);
			PMIX_INFO_LOAD(&infos[info_count++], PMIX_TOOL_RANK, &rank, PMIX_PROC_RANK);
			break;
		case 'l':
			peer_flag(&infos[info_count++], PMIX_LAUNCHER);
			break;
		case 'w':
			wanted = optarg;
			break;
		case 'x':
			leaves_without_word = true;
			break;
		case 'r':
			refused = true;
			break;
		default:
			return EXIT_FAILURE;
		}
	}
	attach();
	peer_rank = 0;
	return tool_summary("as %s", refused ? "nobody" : peer_me.nspace);
}
