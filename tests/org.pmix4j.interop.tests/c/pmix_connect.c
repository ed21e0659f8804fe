// SPDX-License-Identifier: EPL-2.0
// Processes of one job connect with each other: all by wildcard and by list, halves at the same time, one alone, and one that rank 0 does
// not join, so that it must end by its time limit; they disconnect each time. A disconnect without a connect must fail. At the end the
// last rank finalizes while it is connected, and the others must get an event.
//
// usage: pmix_connect [--lenient]     without the checks of what C servers do differently

#include "pmix_peer.h"

static volatile int told;
static pmix_proc_t told_about;
static bool strict = true;

static void without_sync(size_t id, pmix_status_t status, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t *results, size_t results_count, pmix_event_notification_cbfunc_fn_t done, void *data)
{
	(void) id, (void) status, (void) source, (void) results, (void) results_count;
	for (size_t i = 0; i < count; i++)
		if (PMIX_CHECK_KEY(&infos[i], PMIX_EVENT_AFFECTED_PROC))
			told_about = *infos[i].value.data.proc;
	told++;
	if (done != NULL)
		done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

static void cycle(const char *name, const pmix_proc_t *procs, size_t count)
{
	peer_step(name);
	if (expect(name, PMIx_Connect(procs, count, NULL, 0), PMIX_SUCCESS)) {
		expect(name, PMIx_Disconnect(procs, count, NULL, 0), PMIX_SUCCESS);
		if (strict)
			expect("disconnect twice", PMIx_Disconnect(procs, count, NULL, 0), PMIX_ERR_INVALID_OPERATION);
	}
}

static size_t list(pmix_proc_t *procs, uint32_t first, uint32_t step)
{
	size_t count = 0;
	for (uint32_t rank = first; rank < peer_size; rank += step)
		procs[count++] = peer_proc(rank);
	return count;
}

static void connect_without_rank_0(void)
{
	pmix_proc_t all = peer_proc(PMIX_RANK_WILDCARD);
	pmix_info_t limit;
	if (peer_me.rank == 0 || !strict)
		return;
	peer_step("connect without rank 0");
	peer_seconds(&limit, PMIX_TIMEOUT, 1);
	double start = peer_now_us();
	expect("connect without rank 0", PMIx_Connect(&all, 1, &limit, 1), PMIX_ERR_TIMEOUT);
	check((peer_now_us() - start) / 1000 < PEER_HANG_MS, "connect without rank 0", "took %.0f ms", (peer_now_us() - start) / 1000);
}

// The last rank finalizes while connected. Each of the others gets an event about it, and no other event.
static void leave_connected(void)
{
	pmix_proc_t all = peer_proc(PMIX_RANK_WILDCARD);
	pmix_status_t code = PMIX_ERR_PROC_TERM_WO_SYNC;
	if (peer_me.rank != peer_size - 1)
		expect("register handler", PMIx_Register_event_handler(&code, 1, NULL, 0, without_sync, NULL, NULL) >= 0 ? PMIX_SUCCESS
				: PMIX_ERROR, PMIX_SUCCESS);
	expect("last connect", PMIx_Connect(&all, 1, NULL, 0), PMIX_SUCCESS);
	if (peer_me.rank == peer_size - 1)
		return;
	peer_step("wait for the end of the last rank");
	for (int i = 0; i < 2000 && told == 0; i++)
		usleep(5000);
	check(told == 1, "end without disconnecting", "told %d times", told);
	check(told_about.rank == peer_size - 1, "end without disconnecting", "of rank %u", told_about.rank);
	// The remaining ranks are still connected with each other, without the last one.
	expect("last disconnect", PMIx_Disconnect(&all, 1, NULL, 0), PMIX_ERR_PARTIAL_SUCCESS);
}

int main(int argc, char **argv)
{
	strict = argc < 2 || strcmp(argv[1], "--lenient") != 0;
	peer_init("pmix_connect");
	pmix_proc_t all = peer_proc(PMIX_RANK_WILDCARD);
	pmix_proc_t *procs = calloc(peer_size, sizeof *procs);
	if (strict)
		expect("disconnect before connect", PMIx_Disconnect(&all, 1, NULL, 0), PMIX_ERR_INVALID_OPERATION);
	double start = peer_now_us();
	for (int i = 0; i < 20; i++) {
		cycle("all by wildcard", &all, 1);
		peer_fence("between", false);
	}
	double us = (peer_now_us() - start) / 20;
	cycle("all by list", procs, list(procs, 0, 1));
	cycle("half", procs, list(procs, peer_me.rank % 2, 2));
	cycle("alone", &peer_me, 1);
	connect_without_rank_0();
	peer_fence("last fence", false);
	if (strict && peer_size > 1)
		leave_connected();
	free(procs);
	return peer_finalize("cycle_us=%.0f", us);
}
