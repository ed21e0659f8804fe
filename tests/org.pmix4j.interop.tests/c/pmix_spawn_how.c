// SPDX-License-Identifier: EPL-2.0
// pmix_spawn_how <directory>: the effects of the directives of PMIx_Spawn on the children, and its errors. The children are shell
// commands that succeed if they find what they expect.
#include "spawn_peer.h"

static char scratch[1024];
static pmix_info_t infos[8];
static size_t ninfos;

static void with(const char *key, void *value, pmix_data_type_t type)
{
	PMIX_INFO_LOAD(&infos[ninfos], key, value, type);
	ninfos++;
}

static void with_envar(const char *key, const char *name, const char *value)
{
	pmix_envar_t variable = {.envar = (char *) name, .value = (char *) value, .separator = ':'};
	with(key, &variable, PMIX_ENVAR);
}

static void with_true(const char *key)
{
	bool yes = true;
	with(key, &yes, PMIX_BOOL);
}

static void with_required(const char *key)
{
	with_true(key);
	PMIX_INFO_REQUIRED(&infos[ninfos - 1]);
}

// Spawns with the directives so far, for the job or for the program, and clears them.
static pmix_status_t spawn(pmix_app_t *app, bool ofApp, pmix_nspace_t nspace)
{
	pmix_info_t separately;
	peer_flag(&separately, PMIX_REPORT_CHILD_SEP);
	if (ofApp) {
		PMIX_INFO_CREATE(app->info, ninfos);
		for (size_t i = 0; i < ninfos; i++)
			PMIX_INFO_XFER(&app->info[i], &infos[i]);
		app->ninfo = ninfos;
	} else {
		PMIX_INFO_XFER(&infos[ninfos], &separately);
	}
	peer_step("PMIx_Spawn");
	pmix_status_t status = PMIx_Spawn(ofApp ? &separately : infos, ofApp ? 1 : ninfos + 1, app, 1, nspace);
	PMIX_APP_FREE(app, 1);
	ninfos = 0;
	return status;
}

static void finds(const char *name, const char *test, bool ofApp)
{
	pmix_nspace_t nspace;
	pmix_app_t *app = peer_app("/bin/sh", 1, "-c", test);
	peer_append(&app->env, "GIVEN=given");
	if (expect(name, spawn(app, ofApp, nspace), PMIX_SUCCESS)) {
		struct peer_end end = peer_await_end(nspace);
		check(end.status == PMIX_SUCCESS && end.exit_code == 0, name, "%s with exit code %d", PMIx_Error_string(end.status), end.exit_code);
	}
}

static void refuses(const char *name, pmix_app_t *app, pmix_status_t wanted)
{
	pmix_nspace_t nspace;
	expect(name, spawn(app, false, nspace), wanted);
}

static void environment(void)
{
	finds("own environment", "[ \"$GIVEN\" = given ]", false);
	finds("environment of the launcher", "[ \"$OF_LAUNCHER\" = yes ]", false);
	with_envar(PMIX_SET_ENVAR, "GIVEN", "set");
	finds("set", "[ \"$GIVEN\" = set ]", false);
	with_envar(PMIX_ADD_ENVAR, "GIVEN", "added");
	with_envar(PMIX_ADD_ENVAR, "ADDED", "added");
	finds("add", "[ \"$GIVEN$ADDED\" = givenadded ]", true);
	with(PMIX_UNSET_ENVAR, "OF_LAUNCHER", PMIX_STRING);
	finds("unset", "[ -z \"${OF_LAUNCHER+x}\" ]", false);
	with_envar(PMIX_PREPEND_ENVAR, "GIVEN", "first");
	with_envar(PMIX_APPEND_ENVAR, "GIVEN", "last");
	finds("prepend and append", "[ \"$GIVEN\" = first:given:last ]", true);
	with_envar(PMIX_APPEND_ENVAR, "GIVEN", "here");
	with_envar(PMIX_FIRST_ENVAR, "GIVEN", "here");
	finds("first", "[ \"$GIVEN\" = here:given ]", false);
}

static void place(void)
{
	char test[2048], host[256] = "";
	snprintf(test, sizeof test, "[ \"$(pwd -P)\" = \"$(cd '%s' && pwd -P)\" ]", scratch);
	with(PMIX_WDIR, scratch, PMIX_STRING);
	finds("working directory of the job", test, false);
	with(PMIX_WDIR, scratch, PMIX_STRING);
	finds("working directory of the program", test, true);
	with_true(PMIX_SET_SESSION_CWD);
	finds("session directory", "case $(pwd) in */pmix4j-*) ;; *) false ;; esac", false);
	with(PMIX_PREFIX, scratch, PMIX_STRING);
	finds("prefix", "case $PATH in */bin:*) ;; *) false ;; esac", false);
	gethostname(host, sizeof host - 1);
	with(PMIX_HOST, host, PMIX_STRING);
	finds("own host", "true", false);
	with(PMIX_HOST, "localhost:4", PMIX_STRING);
	with(PMIX_MAPBY, "slot:oversubscribe", PMIX_STRING);
	PMIX_INFO_REQUIRED(&infos[1]);
	finds("local host and a mapping", "true", false);
}

static void errors(void)
{
	refuses("missing program", peer_app("/nowhere/program", 1, NULL, NULL), PMIX_ERR_JOB_EXE_NOT_FOUND);
	refuses("missing program in the path", peer_app("no-such-program", 1, NULL, NULL), PMIX_ERR_JOB_EXE_NOT_FOUND);
	refuses("directory as program", peer_app("/tmp", 1, NULL, NULL), PMIX_ERR_JOB_APP_NOT_EXECUTABLE);
	with(PMIX_WDIR, "/nowhere/at/all", PMIX_STRING);
	refuses("missing directory", peer_app("/bin/true", 1, NULL, NULL), PMIX_ERR_JOB_WDIR_NOT_FOUND);
	with(PMIX_HOST, "another.example.org", PMIX_STRING);
	refuses("another host", peer_app("/bin/true", 1, NULL, NULL), PMIX_ERR_JOB_ALLOC_FAILED);
	with(PMIX_HOSTFILE, "/nowhere/hosts", PMIX_STRING);
	refuses("missing hostfile", peer_app("/bin/true", 1, NULL, NULL), PMIX_ERR_JOB_ALLOC_FAILED);
	with_true(PMIX_NO_OVERSUBSCRIBE);
	refuses("more than fit", peer_app("/bin/true", 1000, NULL, NULL), PMIX_ERR_JOB_INSUFFICIENT_RESOURCES);
	with_true(PMIX_NO_PROCS_ON_HEAD);
	refuses("no node left", peer_app("/bin/true", 1, NULL, NULL), PMIX_ERR_JOB_FAILED_TO_MAP);
	with_required("pmix.gpu.support");
	refuses("required and not supported", peer_app("/bin/true", 1, NULL, NULL), PMIX_ERR_NOT_SUPPORTED);
	with_true("pmix.gpu.support");
	finds("not required and not supported", "true", false);
}

static void fates(void)
{
	pmix_nspace_t nspace;
	struct peer_end end;
	if (expect("exit code", spawn(peer_app("/bin/sh", 2, "-c", "exit 3"), false, nspace), PMIX_SUCCESS)) {
		end = peer_await_end(nspace);
		check(end.exit_code == 3, "exit code in the event", "%d", end.exit_code);
	}
	int limit = 1;
	with(PMIX_JOB_TIMEOUT, &limit, PMIX_INT);
	if (expect("job with a limit", spawn(peer_app("/bin/sleep", 1, "30", NULL), false, nspace), PMIX_SUCCESS)) {
		end = peer_await_end(nspace);
		check(end.status == PMIX_ERR_TIMEOUT, "status of the job with a limit", "%s", PMIx_Error_string(end.status));
	}
}

int main(int argc, char **argv)
{
	snprintf(scratch, sizeof scratch, "%s", argc > 1 ? argv[1] : "/tmp");
	peer_init("pmix_spawn_how");
	peer_listen_for_ends();
	environment();
	place();
	errors();
	fates();
	return peer_finalize("told of %d ends", peer_ended);
}
