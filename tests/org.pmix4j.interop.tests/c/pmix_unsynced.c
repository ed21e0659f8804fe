// SPDX-License-Identifier: EPL-2.0
// pmix_unsynced: spawns jobs of which one process ends without finalizing, once by a normal exit and once by a signal; its job has itself
// spawned one. Each job that ended so must raise one event: PMIX_ERR_JOB_TERM_WO_SYNC.
//
// usage: pmix_unsynced        the parent, one process
//   known: prterun 3.0 and mpirun 4.1 do not raise that event
#include "spawn_peer.h"

enum { TOLD = 16 };

static pmix_nspace_t unsynced[TOLD];
static int told;

static void note(size_t handler, pmix_status_t status, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t *results, size_t nresults, pmix_event_notification_cbfunc_fn_t done, void *object)
{
	(void) handler, (void) status, (void) source, (void) results, (void) nresults;
	pthread_mutex_lock(&peer_lock);
	for (size_t i = 0; i < count; i++)
		if (PMIX_CHECK_KEY(&infos[i], PMIX_EVENT_AFFECTED_PROC))
			PMIX_LOAD_NSPACE(unsynced[told % TOLD], infos[i].value.data.proc->nspace);
	told++;
	pthread_cond_broadcast(&peer_changed);
	pthread_mutex_unlock(&peer_lock);
	if (done != NULL)
		done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, object);
}

static int leave(const char *how)
{
	pmix_nspace_t nspace;
	peer_init("pmix_unsynced");
	if (peer_me.rank == 0) {
		pmix_app_t *app = peer_app("/bin/sleep", 1, "1000", NULL);
		expect("spawn of a sleeper", PMIx_Spawn(NULL, 0, app, 1, nspace), PMIX_SUCCESS);
	}
	peer_fence("before the end", false);
	if (peer_me.rank == 1 && strcmp(how, "signal") == 0)
		raise(SIGKILL);
	if (peer_me.rank == 1)
		_exit(0);
	for (;;)
		pause();
}

static void spawn(const char *self, const char *how, pmix_status_t wanted)
{
	pmix_nspace_t nspace;
	pmix_info_t separately;
	told = 0;
	peer_flag(&separately, PMIX_REPORT_CHILD_SEP);
	if (!expect("PMIx_Spawn", PMIx_Spawn(&separately, 1, peer_app(self, 2, how, NULL), 1, nspace), PMIX_SUCCESS))
		return;
	struct peer_end end = peer_await_end(nspace);
	check(end.status == wanted, how, "the job ended with %s", PMIx_Error_string(end.status));
	peer_step("jobs that ended without a word");
	pthread_mutex_lock(&peer_lock);
	while (told < 2)
		pthread_cond_wait(&peer_changed, &peer_lock);
	check(told == 2 && strcmp(unsynced[0], unsynced[1]) != 0, how, "told %d times, of %s and %s", told, unsynced[0], unsynced[1]);
	check(strcmp(unsynced[0], nspace) == 0 || strcmp(unsynced[1], nspace) == 0, how, "not told of %s", nspace);
	pthread_mutex_unlock(&peer_lock);
}

int main(int argc, char **argv)
{
	pmix_status_t code = PMIX_ERR_JOB_TERM_WO_SYNC;
	if (argc > 1)
		return leave(argv[1]);
	char *self = peer_self(argv);
	peer_init("pmix_unsynced");
	check(PMIx_Register_event_handler(&code, 1, NULL, 0, note, NULL, NULL) >= 0, "register", "refused");
	peer_listen_for_ends();
	spawn(self, "exit", PMIX_ERR_JOB_TERM_WO_SYNC);
	spawn(self, "signal", PMIX_ERR_JOB_ABORTED_BY_SIG);
	return peer_finalize("told");
}
