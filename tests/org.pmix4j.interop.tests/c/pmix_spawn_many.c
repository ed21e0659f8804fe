// SPDX-License-Identifier: EPL-2.0
// pmix_spawn_many <jobs> <processes> [together]: spawns jobs one after another, or all at once, and waits for their ends. The children
// print their namespaces if PEER_TELLS is set.
#include "spawn_peer.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int answers, refused;

static void spawned(pmix_status_t status, char nspace[], void *object)
{
	(void) nspace, (void) object;
	pthread_mutex_lock(&lock);
	answers++;
	refused += status != PMIX_SUCCESS;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

int main(int argc, char **argv)
{
	peer_init("pmix_spawn_many");
	if (argc > 1 && strcmp(argv[1], "child") == 0) {
		if (getenv("PEER_TELLS") != NULL) {
			printf("child of %s\n", peer_me.nspace);
			fflush(stdout);
		}
		peer_fence("fence of children", false);
		return PMIx_Finalize(NULL, 0) == PMIX_SUCCESS ? 0 : 1;
	}
	int jobs = peer_argument(argc, argv, 1, 10), processes = peer_argument(argc, argv, 2, 1);
	peer_listen_for_ends();
	for (int i = 0; i < jobs; i++) {
		pmix_nspace_t nspace;
		pmix_app_t *app = peer_app(peer_self(argv), processes, "child", NULL);
		peer_step("PMIx_Spawn");
		if (argc > 3) {
			expect("PMIx_Spawn_nb", PMIx_Spawn_nb(NULL, 0, app, 1, spawned, NULL), PMIX_SUCCESS);
		} else if (expect("PMIx_Spawn", PMIx_Spawn(NULL, 0, app, 1, nspace), PMIX_SUCCESS)) {
			struct peer_end end = peer_await_end(nspace);
			check(end.status == PMIX_SUCCESS, "end", "%s", PMIx_Error_string(end.status));
			PMIX_APP_FREE(app, 1);
		}
	}
	peer_step("answers");
	pthread_mutex_lock(&lock);
	while (argc > 3 && answers < jobs)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
	check(refused == 0, "refused", "%d", refused);
	peer_step("ends of all jobs");
	pthread_mutex_lock(&peer_lock);
	while (peer_ended < jobs)
		pthread_cond_wait(&peer_changed, &peer_lock);
	pthread_mutex_unlock(&peer_lock);
	return peer_finalize("%d jobs", peer_ended);
}
