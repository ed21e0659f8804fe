// SPDX-License-Identifier: EPL-2.0
// Pulls output and waits for the registration. Since release 6 the blocking form tells no handle.
#ifndef IOF_PEER_H
#define IOF_PEER_H

#include "pmix_peer.h"

#include <pmix_tool.h>
#include <semaphore.h>

struct iof_registration {
	pmix_status_t status;
	size_t handle;
	sem_t done;
};

static inline void iof_registered(pmix_status_t status, size_t handle, void *data)
{
	struct iof_registration *registration = data;
	registration->status = status;
	registration->handle = handle;
	sem_post(&registration->done);
}

// Returns the handle, or a negative status with a failed check.
static inline pmix_status_t iof_pull(const pmix_proc_t *source, const pmix_info_t *infos, size_t count, pmix_iof_cbfunc_t take)
{
	const pmix_iof_channel_t channels = PMIX_FWD_STDOUT_CHANNEL | PMIX_FWD_STDERR_CHANNEL;
	pmix_status_t handle;
	peer_step("PMIx_IOF_pull");
#if PMIX_NUMERIC_VERSION >= 0x00060000
	struct iof_registration registration;
	sem_init(&registration.done, 0, 0);
	handle = PMIx_IOF_pull(source, 1, infos, count, channels, take, iof_registered, &registration);
	if (handle == PMIX_SUCCESS) {
		while (sem_wait(&registration.done) != 0)
			continue;
		handle = registration.status == PMIX_SUCCESS ? (pmix_status_t) registration.handle : registration.status;
	}
#else
	handle = PMIx_IOF_pull(source, 1, infos, count, channels, take, NULL, NULL);
#endif
	check(handle >= 0, "PMIx_IOF_pull", "%s", PMIx_Error_string(handle));
	return handle;
}

#endif
