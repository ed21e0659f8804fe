// SPDX-License-Identifier: EPL-2.0
// pmix_spawn [children]: rank 0 spawns this program, reads the job data of the children and gets an event at their end; the children
// look for their parent. The arguments of a child are "child" and the namespace of its parent.
#include "spawn_peer.h"

static void check_number(const pmix_proc_t *proc, const char *key, uint64_t wanted)
{
	pmix_value_t *value = NULL;
	if (expect(key, PMIx_Get(proc, key, NULL, 0, &value), PMIX_SUCCESS)) {
		uint64_t number = value->type == PMIX_UINT16 ? value->data.uint16 : value->data.uint32;
		check(number == wanted, key, "%llu", (unsigned long long) number);
		PMIX_VALUE_RELEASE(value);
	}
}

static int child(const char *parent)
{
	pmix_proc_t own = peer_proc(peer_me.rank);
	pmix_value_t *value = NULL;
	peer_step("parent");
	if (expect("parent id", PMIx_Get(&own, PMIX_PARENT_ID, NULL, 0, &value), PMIX_SUCCESS)) {
		check(value->type == PMIX_PROC && strcmp(value->data.proc->nspace, parent) == 0 && value->data.proc->rank == 0, "parent id",
				"%s", value->type == PMIX_PROC ? value->data.proc->nspace : "no process");
		PMIX_VALUE_RELEASE(value);
	}
	pmix_proc_t theirs;
	PMIX_LOAD_PROCID(&theirs, parent, PMIX_RANK_WILDCARD);
	check_number(&theirs, PMIX_JOB_SIZE, (uint64_t) atoi(getenv("PARENTS")));
	const char *added = getenv("SPAWN_ADDED");
	check(added != NULL && strcmp(added, "yes") == 0, "environment", "SPAWN_ADDED is %s", added == NULL ? "not set" : added);
	peer_fence("fence of children", true);
	return peer_finalize("child");
}

static void spawn(const char *program, int children)
{
	pmix_app_t *app = peer_app(program, children, "child", peer_me.nspace);
	pmix_nspace_t nspace;
	char size[16];
	snprintf(size, sizeof size, "PARENTS=%u", peer_size);
	peer_append(&app->env, size);
	peer_append(&app->env, "SPAWN_ADDED=yes");
	pmix_info_t info;
	peer_flag(&info, PMIX_NOTIFY_COMPLETION);
	peer_step("PMIx_Spawn");
	pmix_status_t status = PMIx_Spawn(&info, 1, app, 1, nspace);
	PMIX_APP_FREE(app, 1);
	if (!expect("PMIx_Spawn", status, PMIX_SUCCESS))
		return;
	pmix_proc_t job, last;
	PMIX_LOAD_PROCID(&job, nspace, PMIX_RANK_WILDCARD);
	PMIX_LOAD_PROCID(&last, nspace, children - 1);
	check_number(&job, PMIX_JOB_SIZE, children);
	check_number(&last, PMIX_LOCAL_RANK, children - 1);
	struct peer_end end = peer_await_end(nspace);
	check(end.status == PMIX_SUCCESS, "status of the children", "%s", PMIx_Error_string(end.status));
}

int main(int argc, char **argv)
{
	peer_init("pmix_spawn");
	if (argc > 2 && strcmp(argv[1], "child") == 0)
		return child(argv[2]);
	peer_listen_for_ends();
	peer_fence("before", false);
	if (peer_me.rank == 0)
		spawn(peer_self(argv), peer_argument(argc, argv, 1, 2));
	peer_fence("after", false);
	return peer_finalize("parent");
}
