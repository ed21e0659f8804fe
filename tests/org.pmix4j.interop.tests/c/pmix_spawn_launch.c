// SPDX-License-Identifier: EPL-2.0
// pmix_spawn_launch <directory>: details of PMIx_Spawn: how programs are started, which ends count as good, and what the launcher
// prints. The children are shell commands that succeed if they find what they expect. The caller checks the launcher's output.
#include "spawn_peer.h"

static pmix_info_t infos[8];
static size_t ninfos;

static void with(const char *key, void *value, pmix_data_type_t type)
{
	PMIX_INFO_LOAD(&infos[ninfos], key, value, type);
	ninfos++;
}

static void with_flag(const char *key, bool value)
{
	with(key, &value, PMIX_BOOL);
}

static pmix_status_t spawn(const char *script, int processes, pmix_nspace_t nspace)
{
	pmix_app_t *app = peer_app("/bin/sh", processes, "-c", script);
	with_flag(PMIX_REPORT_CHILD_SEP, true);
	peer_step("PMIx_Spawn");
	pmix_status_t status = PMIx_Spawn(infos, ninfos, app, 1, nspace);
	PMIX_APP_FREE(app, 1);
	ninfos = 0;
	return status;
}

static void ends(const char *name, const char *script, int processes, pmix_status_t status, int code)
{
	pmix_nspace_t nspace;
	if (expect(name, spawn(script, processes, nspace), PMIX_SUCCESS)) {
		struct peer_end end = peer_await_end(nspace);
		check(end.status == status && end.exit_code == code, name, "%s with exit code %d", PMIx_Error_string(end.status), end.exit_code);
	}
}

static void refuses(const char *name, int processes, pmix_status_t wanted)
{
	pmix_nspace_t nspace;
	if (wanted == PMIX_ERR_NOT_SUPPORTED)
		PMIX_INFO_REQUIRED(&infos[ninfos - 1]);
	expect(name, spawn("true", processes, nspace), wanted);
}

static void what_is_started(const char *directory)
{
	char script[2048];
	with_flag(PMIX_INDEX_ARGV, true);
	ends("indexed", "case $(tr '\\0' ' ' </proc/$$/cmdline) in /bin/sh-$PMIX_RANK\\ *) ;; *) false ;; esac", 2, PMIX_SUCCESS, 0);
	with(PMIX_EXEC_AGENT, "/usr/bin/env OF_AGENT=yes", PMIX_STRING);
	ends("agent", "[ \"$OF_AGENT\" = yes ]", 1, PMIX_SUCCESS, 0);
	snprintf(script, sizeof script, "echo >'%s/started'", directory);
	with_flag(PMIX_DO_NOT_LAUNCH, true);
	with_flag(PMIX_DISPLAY_MAP, true);
	with_flag(PMIX_DISPLAY_ALLOCATION, true);
	ends("not started", script, 3, PMIX_SUCCESS, 0);
	with(PMIX_RUNTIME_OPTIONS, "donotlaunch", PMIX_STRING);
	ends("not started because of an option", script, 1, PMIX_SUCCESS, 0);
	snprintf(script, sizeof script, "%s/started", directory);
	check(access(script, F_OK) != 0, "not started", "but it was");
	with(PMIX_PPR, "3:node", PMIX_STRING);
	ends("three on a node", "[ $OMPI_COMM_WORLD_SIZE = 3 ]", 0, PMIX_SUCCESS, 0);
	with(PMIX_MAPBY, "ppr:2:node", PMIX_STRING);
	ends("two on a node", "[ $OMPI_COMM_WORLD_SIZE = 2 ]", 0, PMIX_SUCCESS, 0);
	with(PMIX_PPR, "2:node", PMIX_STRING);
	refuses("more than on a node", 3, PMIX_ERR_JOB_FAILED_TO_MAP);
	with(PMIX_RUNTIME_OPTIONS, "no-such-option", PMIX_STRING);
	refuses("unknown option", 1, PMIX_ERR_BAD_PARAM);
}

static void which_ends_are_good(void)
{
	with_flag(PMIX_ABORT_NON_ZERO_TERM, false);
	ends("any code", "exit 3", 2, PMIX_SUCCESS, 0);
	with_flag(PMIX_ABORT_NON_ZERO_TERM, true);
	ends("no other code than 0", "exit 3", 2, PMIX_ERR_EXIT_NONZERO_TERM, 3);
	with(PMIX_RUNTIME_OPTIONS, "error-nonzero-status=0", PMIX_STRING);
	ends("any code because of an option", "exit 3", 1, PMIX_SUCCESS, 0);
	with_flag(PMIX_JOB_RECOVERABLE, true);
	ends("recoverable", "[ $PMIX_RANK = 0 ] || exit 5; sleep 0.2", 2, PMIX_ERR_EXIT_NONZERO_TERM, 5);
	with(PMIX_PPR, "1:core", PMIX_STRING);
	ends("one on a core", "true", 1, PMIX_SUCCESS, 0);
}

static void what_is_told(void)
{
	int limit = 1;
	with(PMIX_JOB_TIMEOUT, &limit, PMIX_INT);
	with_flag(PMIX_TIMEOUT_REPORT_STATE, true);
	ends("limit", "exec sleep 100", 2, PMIX_ERR_TIMEOUT, 110);
	with(PMIX_JOB_TIMEOUT, &limit, PMIX_INT);
	with_flag(PMIX_TIMEOUT_STACKTRACES, true);
	ends("traces of stacks", "exec sleep 100", 1, PMIX_ERR_TIMEOUT, 110);
	with_flag(PMIX_LOG_JOB_EVENTS, true);
	with_flag(PMIX_LOG_PROC_TERMINATION, true);
	with_flag(PMIX_LOG_COMPLETION, true);
	with_flag(PMIX_REPORT_BINDINGS, true);
	ends("log", "true", 1, PMIX_SUCCESS, 0);
	with_flag(PMIX_LOG_PROC_ABNORMAL_TERMINATION, true);
	with_flag(PMIX_SHOW_LAUNCH_PROGRESS, true);
	ends("log of failures", "exit 9", 1, PMIX_ERR_EXIT_NONZERO_TERM, 9);
}

// The channels that the request names get the end of the job before the spawner is notified of it.
static void what_is_stored(void)
{
	pmix_nspace_t nspace;
	pmix_pdata_t found;
	with_flag(PMIX_LOG_COMPLETION, true);
	with_flag(PMIX_LOG_GLOBAL_DATASTORE, true);
	with_flag(PMIX_LOG_STDOUT, true);
	if (!expect("log in the data store", spawn("exit 4", 1, nspace), PMIX_SUCCESS))
		return;
	peer_await_end(nspace);
	PMIX_PDATA_CONSTRUCT(&found);
	snprintf(found.key, sizeof found.key, "%s.PMIX_EVENT_JOB_END", nspace);
	peer_step("PMIx_Lookup");
	if (expect("PMIx_Lookup", PMIx_Lookup(&found, 1, NULL, 0), PMIX_SUCCESS))
		check(found.value.type == PMIX_STRING
						&& strstr(found.value.data.string, "with status ERR_EXIT_NONZERO_TERM and exit code 4; rank 0 failed first"),
				"stored text", "'%s'", found.value.type == PMIX_STRING ? found.value.data.string : "");
	PMIX_PDATA_DESTRUCT(&found);
}

int main(int argc, char **argv)
{
	peer_init("pmix_spawn_launch");
	peer_listen_for_ends();
	what_is_started(argc > 1 ? argv[1] : "/tmp");
	which_ends_are_good();
	what_is_told();
	what_is_stored();
	return peer_finalize("told of %d ends", peer_ended);
}
