// SPDX-License-Identifier: EPL-2.0
// A debugger that attaches to a launcher whose job stops for it: waits until all ranks have stopped, and releases them.
//
// usage: pmix_release URI

#include "pmix_peer.h"

#include <errno.h>
#include <pmix_tool.h>
#include <semaphore.h>

enum { WAIT_SECONDS = 20 };

static sem_t stopped;
static pmix_nspace_t job;
static char place[PMIX_MAX_KEYLEN + 1];

static void on_stop(size_t registration, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t results[], size_t result_count, pmix_event_notification_cbfunc_fn_t done, void *data)
{
	(void) registration, (void) code, (void) source, (void) results, (void) result_count;
	for (size_t i = 0; i < count; i++)
		if (PMIX_CHECK_KEY(&infos[i], PMIX_NSPACE))
			PMIX_LOAD_NSPACE(job, infos[i].value.data.string);
		else if (PMIX_CHECK_KEY(&infos[i], PMIX_BREAKPOINT))
			snprintf(place, sizeof place, "%s", infos[i].value.data.string);
	sem_post(&stopped);
	done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

int main(int argc, char **argv)
{
	pmix_status_t code = PMIX_DEBUG_WAITING_FOR_NOTIFY;
	pmix_info_t infos[2];
	struct timespec limit;
	if (argc != 2)
		return EXIT_FAILURE;
	peer_start("pmix_release");
	sem_init(&stopped, 0, 0);
	PMIX_INFO_LOAD(&infos[0], PMIX_SERVER_URI, argv[1], PMIX_STRING);
	peer_step("PMIx_tool_init");
	if (!expect("PMIx_tool_init", PMIx_tool_init(&peer_me, infos, 1), PMIX_SUCCESS))
		return EXIT_FAILURE;
	peer_step("wait for the stop");
	pmix_status_t registration = PMIx_Register_event_handler(&code, 1, NULL, 0, on_stop, NULL, NULL);
	check(registration >= 0, "PMIx_Register_event_handler", "%s", PMIx_Error_string(registration));
	clock_gettime(CLOCK_REALTIME, &limit);
	limit.tv_sec += WAIT_SECONDS;
	while (sem_timedwait(&stopped, &limit) != 0)
		if (!check(errno == EINTR, "ready for debug", "no event within %d s", WAIT_SECONDS))
			return EXIT_FAILURE;
	pmix_proc_t everybody;
	PMIX_LOAD_PROCID(&everybody, job, PMIX_RANK_WILDCARD);
	PMIX_INFO_LOAD(&infos[0], PMIX_EVENT_CUSTOM_RANGE, &everybody, PMIX_PROC);
	peer_flag(&infos[1], PMIX_EVENT_NON_DEFAULT);
	printf("released %s at %s\n", job, place);
	fflush(stdout);
	peer_step("release");
	expect("release", PMIx_Notify_event(PMIX_DEBUGGER_RELEASE, &peer_me, PMIX_RANGE_CUSTOM, infos, 2, NULL, NULL), PMIX_SUCCESS);
	peer_step("PMIx_tool_finalize");
	expect("PMIx_tool_finalize", PMIx_tool_finalize(), PMIX_SUCCESS);
	return peer_failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
