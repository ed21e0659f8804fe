// SPDX-License-Identifier: EPL-2.0
// Common code of the peers that spawn: programs with their arguments, and the end of jobs.
#ifndef SPAWN_PEER_H
#define SPAWN_PEER_H

#include "pmix_peer.h"

#include <pthread.h>

enum { PEER_JOBS = 256 };

static pthread_mutex_t peer_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t peer_changed = PTHREAD_COND_INITIALIZER;
static struct peer_end {
	pmix_nspace_t nspace;
	pmix_status_t status;
	int exit_code;
} peer_ends[PEER_JOBS];
static int peer_ended;

// The macro for it has a different name in each release.
static inline void peer_append(char ***words, const char *word)
{
	size_t count = 0;
	while (*words != NULL && (*words)[count] != NULL)
		count++;
	*words = realloc(*words, (count + 2) * sizeof **words);
	(*words)[count] = strdup(word);
	(*words)[count + 1] = NULL;
}

static inline pmix_app_t *peer_app(const char *program, int processes, const char *first, const char *second)
{
	pmix_app_t *app;
	PMIX_APP_CREATE(app, 1);
	app->cmd = strdup(program);
	peer_append(&app->argv, program);
	if (first != NULL)
		peer_append(&app->argv, first);
	if (second != NULL)
		peer_append(&app->argv, second);
	app->maxprocs = processes;
	return app;
}

static inline void peer_told_of_end(size_t handler, pmix_status_t status, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t *results, size_t nresults, pmix_event_notification_cbfunc_fn_t done, void *object)
{
	(void) handler, (void) status, (void) source, (void) results, (void) nresults;
	pthread_mutex_lock(&peer_lock);
	struct peer_end *end = &peer_ends[peer_ended % PEER_JOBS];
	memset(end, 0, sizeof *end);
	for (size_t i = 0; i < count; i++) {
		if (PMIX_CHECK_KEY(&infos[i], PMIX_JOB_TERM_STATUS))
			end->status = infos[i].value.data.status;
		if (PMIX_CHECK_KEY(&infos[i], PMIX_EXIT_CODE))
			end->exit_code = infos[i].value.data.integer;
		if (PMIX_CHECK_KEY(&infos[i], PMIX_EVENT_AFFECTED_PROC))
			PMIX_LOAD_NSPACE(end->nspace, infos[i].value.data.proc->nspace);
	}
	peer_ended++;
	pthread_cond_broadcast(&peer_changed);
	pthread_mutex_unlock(&peer_lock);
	if (done != NULL)
		done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, object);
}

static inline void peer_listen_for_ends(void)
{
	pmix_status_t code = PMIX_EVENT_JOB_END;
	check(PMIx_Register_event_handler(&code, 1, NULL, 0, peer_told_of_end, NULL, NULL) >= 0, "register for ends of jobs", "refused");
}

// Waits until the job has ended.
static inline struct peer_end peer_await_end(const char *nspace)
{
	struct peer_end found = {.status = PMIX_ERROR};
	bool seen = false;
	peer_step("end of a spawned job");
	pthread_mutex_lock(&peer_lock);
	while (!seen) {
		for (int i = 0; i < PEER_JOBS && i < peer_ended && !seen; i++)
			if (strcmp(peer_ends[i].nspace, nspace) == 0) {
				found = peer_ends[i];
				seen = true;
			}
		if (!seen)
			pthread_cond_wait(&peer_changed, &peer_lock);
	}
	pthread_mutex_unlock(&peer_lock);
	return found;
}

#endif
