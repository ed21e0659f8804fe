// SPDX-License-Identifier: EPL-2.0
// pmix_spawn [children]: rank 0 spawns this program, reads the job data of the children and is told of their end; the children look
// for their parent. The first argument of a child is "child", then the namespace of its parent.
#include "pmix_peer.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool ended;
static int end_status = -1;

static void told(size_t handler, pmix_status_t status, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t *results, size_t nresults, pmix_event_notification_cbfunc_fn_t done, void *object)
{
	(void) handler, (void) source, (void) results, (void) nresults;
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < count; i++)
		if (PMIX_CHECK_KEY(&infos[i], PMIX_JOB_TERM_STATUS))
			end_status = infos[i].value.data.status;
	ended |= status == PMIX_EVENT_JOB_END;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	if (done != NULL)
		done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, object);
}

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

// The macro of argv has another name in each release.
static void append(char ***words, const char *word)
{
	size_t count = 0;
	while (*words != NULL && (*words)[count] != NULL)
		count++;
	*words = realloc(*words, (count + 2) * sizeof **words);
	(*words)[count] = strdup(word);
	(*words)[count + 1] = NULL;
}

static void spawn(const char *program, int children)
{
	pmix_app_t *app;
	pmix_nspace_t nspace;
	char size[16];
	PMIX_APP_CREATE(app, 1);
	app->cmd = strdup(program);
	append(&app->argv, program);
	append(&app->argv, "child");
	append(&app->argv, peer_me.nspace);
	snprintf(size, sizeof size, "PARENTS=%u", peer_size);
	append(&app->env, size);
	append(&app->env, "SPAWN_ADDED=yes");
	app->maxprocs = children;
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
	peer_step("end of the children");
	pthread_mutex_lock(&lock);
	while (!ended)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
	check(end_status == PMIX_SUCCESS, "status of the children", "%s", PMIx_Error_string(end_status));
}

int main(int argc, char **argv)
{
	peer_init("pmix_spawn");
	if (argc > 2 && strcmp(argv[1], "child") == 0)
		return child(argv[2]);
	pmix_status_t code = PMIX_EVENT_JOB_END;
	PMIx_Register_event_handler(&code, 1, NULL, 0, told, NULL, NULL);
	peer_fence("before", false);
	if (peer_me.rank == 0)
		spawn(argv[0], peer_argument(argc, argv, 1, 2));
	peer_fence("after", false);
	return peer_finalize("parent");
}
