// SPDX-License-Identifier: EPL-2.0
// Spawns a program and, as a job of its own, another one that finds the first as its target, and refuses to start both if the second is
// missing. Then it spawns a program that stops before it is executed, and releases it.
#include "spawn_peer.h"

static pmix_nspace_t ready;

static void note(size_t handler, pmix_status_t status, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t *results, size_t nresults, pmix_event_notification_cbfunc_fn_t done, void *object)
{
	(void) handler, (void) status, (void) source, (void) results, (void) nresults;
	pthread_mutex_lock(&peer_lock);
	for (size_t i = 0; i < count; i++)
		if (PMIX_CHECK_KEY(&infos[i], PMIX_NSPACE))
			PMIX_LOAD_NSPACE(ready, infos[i].value.data.string);
	pthread_cond_broadcast(&peer_changed);
	pthread_mutex_unlock(&peer_lock);
	if (done != NULL)
		done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, object);
}

static pmix_status_t cospawn(char *self, const char *program, pmix_nspace_t nspace)
{
	pmix_info_t separately;
	pmix_app_t *apps;
	PMIX_APP_CREATE(apps, 2);
	apps[0].cmd = strdup("/bin/sh");
	peer_append(&apps[0].argv, "/bin/sh");
	peer_append(&apps[0].argv, "-c");
	peer_append(&apps[0].argv, "[ $OMPI_COMM_WORLD_SIZE = 2 ]");
	apps[0].maxprocs = 2;
	apps[1].cmd = strdup(program);
	peer_append(&apps[1].argv, self);
	peer_append(&apps[1].argv, "daemon");
	apps[1].maxprocs = 1;
	apps[1].ninfo = 1;
	PMIX_INFO_CREATE(apps[1].info, 1);
	peer_flag(&apps[1].info[0], PMIX_COSPAWN_APP);
	PMIX_INFO_REQUIRED(&apps[1].info[0]);
	peer_flag(&separately, PMIX_REPORT_CHILD_SEP);
	peer_step("PMIx_Spawn");
	pmix_status_t status = PMIx_Spawn(&separately, 1, apps, 2, nspace);
	PMIX_APP_FREE(apps, 2);
	return status;
}

static void stop_on_exec(void)
{
	pmix_nspace_t nspace;
	pmix_status_t code = PMIX_READY_FOR_DEBUG;
	pmix_info_t infos[2];
	pmix_proc_t target;
	check(PMIx_Register_event_handler(&code, 1, NULL, 0, note, NULL, NULL) >= 0, "register for stops", "refused");
	peer_flag(&infos[0], PMIX_DEBUG_STOP_ON_EXEC);
	PMIX_INFO_REQUIRED(&infos[0]);
	pmix_app_t *app = peer_app("/bin/sh", 2, "-c", "[ \"$0\" = /bin/sh ]");
	peer_step("PMIx_Spawn");
	if (!expect("spawn that stops", PMIx_Spawn(infos, 1, app, 1, nspace), PMIX_SUCCESS))
		return;
	peer_step("PMIX_READY_FOR_DEBUG");
	pthread_mutex_lock(&peer_lock);
	while (strcmp(ready, nspace) != 0)
		pthread_cond_wait(&peer_changed, &peer_lock);
	pthread_mutex_unlock(&peer_lock);
	PMIX_LOAD_PROCID(&target, nspace, PMIX_RANK_WILDCARD);
	peer_flag(&infos[0], PMIX_EVENT_NON_DEFAULT);
	PMIX_INFO_LOAD(&infos[1], PMIX_EVENT_CUSTOM_RANGE, &target, PMIX_PROC);
	expect("release", PMIx_Notify_event(PMIX_DEBUGGER_RELEASE, &peer_me, PMIX_RANGE_CUSTOM, infos, 2, NULL, NULL), PMIX_SUCCESS);
	check(peer_await_end(nspace).status == PMIX_SUCCESS, "end of the released job", "failed");
}

int main(int argc, char **argv)
{
	pmix_nspace_t nspace;
	peer_init("pmix_cospawn");
	if (argc > 1) {
		pmix_value_t *value;
		if (expect(PMIX_DEBUG_TARGET, peer_get(PMIX_RANK_WILDCARD, PMIX_DEBUG_TARGET, NULL, 0, &value), PMIX_SUCCESS)) {
			check(strcmp(value->data.proc->nspace, peer_me.nspace) != 0, "target", "is the own job");
			PMIX_VALUE_RELEASE(value);
		}
		return peer_finalize("daemon");
	}
	peer_listen_for_ends();
	if (expect("PMIx_Spawn", cospawn(peer_self(argv), peer_self(argv), nspace), PMIX_SUCCESS))
		check(peer_await_end(nspace).status == PMIX_SUCCESS, "main job", "failed");
	check(cospawn(peer_self(argv), "/nowhere/daemon", nspace) == PMIX_ERR_JOB_EXE_NOT_FOUND, "missing program", "found");
	stop_on_exec();
	return peer_finalize("parent");
}
