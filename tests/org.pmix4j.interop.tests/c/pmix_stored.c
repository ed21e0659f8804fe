// SPDX-License-Identifier: EPL-2.0
// Rank 0 puts a value of each scope and publishes one; then all ranks write "ready" and wait until they are killed.
//
// usage: pmix_stored
#include "pmix_peer.h"

int main(void)
{
	char global[] = "to all", local[] = "to this node", remote[] = "to other nodes";
	uint32_t number = 42;
	peer_init("pmix_stored");
	alarm(0); // the launcher ends this process
	if (peer_me.rank == 0) {
		pmix_info_t info;
		peer_put(PMIX_GLOBAL, "stored.global", global, PMIX_STRING);
		peer_put(PMIX_LOCAL, "stored.local", local, PMIX_STRING);
		peer_put(PMIX_REMOTE, "stored.remote", remote, PMIX_STRING);
		expect("PMIx_Commit", PMIx_Commit(), PMIX_SUCCESS);
		PMIX_INFO_LOAD(&info, "stored.published", &number, PMIX_UINT32);
		expect("PMIx_Publish", PMIx_Publish(&info, 1), PMIX_SUCCESS);
		PMIX_INFO_DESTRUCT(&info);
	}
	peer_fence("before ready", false);
	printf("ready\n");
	fflush(stdout);
	for (;;)
		pause();
}
