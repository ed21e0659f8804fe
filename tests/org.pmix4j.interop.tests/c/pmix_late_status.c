// SPDX-License-Identifier: EPL-2.0
// pmix_late_status: spawns a process that loses its connection some time before it dies of a signal, as every process does that the kernel
// takes down slowly. The parent aborts as soon as it is told, which must not count as the first failure.
//
// usage: pmix_late_status        the parent, one process
#include "spawn_peer.h"

#include <sys/socket.h>

enum { DESCRIPTORS = 1024, MILLISECONDS = 1000 };

static bool told;

static void note(size_t handler, pmix_status_t status, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t *results, size_t nresults, pmix_event_notification_cbfunc_fn_t done, void *object)
{
	(void) handler, (void) status, (void) source, (void) infos, (void) count, (void) results, (void) nresults;
	pthread_mutex_lock(&peer_lock);
	told = true;
	pthread_cond_broadcast(&peer_changed);
	pthread_mutex_unlock(&peer_lock);
	if (done != NULL)
		done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, object);
}

static int die(void)
{
	peer_init("pmix_late_status");
	for (int descriptor = 3; descriptor < DESCRIPTORS; descriptor++)
		shutdown(descriptor, SHUT_RDWR);
	usleep(300 * MILLISECONDS);
	return raise(SIGSEGV);
}

int main(int argc, char **argv)
{
	pmix_status_t code = PMIX_ERR_PROC_TERM_WO_SYNC;
	pmix_nspace_t nspace;
	if (argc > 1)
		return die();
	char *self = peer_self(argv);
	peer_init("pmix_late_status");
	check(PMIx_Register_event_handler(&code, 1, NULL, 0, note, NULL, NULL) >= 0, "register", "refused");
	expect("PMIx_Spawn", PMIx_Spawn(NULL, 0, peer_app(self, 1, "die", NULL), 1, nspace), PMIX_SUCCESS);
	peer_step("word of the lost process");
	pthread_mutex_lock(&peer_lock);
	while (!told)
		pthread_cond_wait(&peer_changed, &peer_lock);
	pthread_mutex_unlock(&peer_lock);
	PMIx_Abort(7, "a process was lost", NULL, 0);
	return peer_finalize("aborted");
}
