// SPDX-License-Identifier: EPL-2.0
// Calls that several peers make in the same way.
#ifndef PMIX_CALLS_H
#define PMIX_CALLS_H

#include "pmix_peer.h"

static inline pmix_status_t unpublish(void)
{
	char name[] = "interop.port";
	char *names[] = {name, NULL};
	return PMIx_Unpublish(names, NULL, 0);
}

static inline pmix_status_t spawn_with(const pmix_info_t *infos, size_t count)
{
	pmix_app_t app;
	pmix_nspace_t nspace;
	char command[] = "/bin/true";
	char name[] = "true";
	char *arguments[] = {name, NULL};
	PMIX_APP_CONSTRUCT(&app);
	app.cmd = command;
	app.argv = arguments;
	app.maxprocs = 1;
	return PMIx_Spawn(infos, count, &app, 1, nspace);
}

static inline pmix_status_t spawn(void)
{
	return spawn_with(NULL, 0);
}

#endif
