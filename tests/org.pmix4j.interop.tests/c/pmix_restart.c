// SPDX-License-Identifier: EPL-2.0
// The last rank fails in its first two lives; the launcher starts it again, and in its third life it joins the others.
//
// usage: pmix_restart     at least 2 ranks, with two restarts allowed
#include "pmix_peer.h"

enum { LIVES = 3 };

static volatile int told;

static void note(size_t handler, pmix_status_t status, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t *results, size_t nresults, pmix_event_notification_cbfunc_fn_t done, void *object)
{
	(void) handler, (void) status, (void) source, (void) results, (void) nresults;
	for (size_t i = 0; i < count; i++)
		if (PMIX_CHECK_KEY(&infos[i], PMIX_EVENT_AFFECTED_PROC) && infos[i].value.data.proc->rank == peer_size - 1)
			told++;
	if (done != NULL)
		done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, object);
}

// The last life publishes that it runs.
static void announce(void)
{
	pmix_info_t info;
	PMIX_INFO_LOAD(&info, "restart.announced", "third life", PMIX_STRING);
	expect("PMIx_Publish", PMIx_Publish(&info, 1), PMIX_SUCCESS);
}

static void await_announcement(void)
{
	pmix_pdata_t found;
	pmix_info_t info;
	int forever = 0;
	PMIX_PDATA_CONSTRUCT(&found);
	PMIX_LOAD_KEY(found.key, "restart.announced");
	PMIX_INFO_LOAD(&info, PMIX_WAIT, &forever, PMIX_INT);
	peer_step("PMIx_Lookup");
	expect("PMIx_Lookup", PMIx_Lookup(&found, 1, &info, 1), PMIX_SUCCESS);
	PMIX_PDATA_DESTRUCT(&found);
}

int main(void)
{
	pmix_status_t code = PMIX_ERR_EXIT_NONZERO_TERM;
	peer_init("pmix_restart");
	bool mortal = peer_me.rank == peer_size - 1;
	uint64_t life = peer_get_number(peer_me.rank, PMIX_REINCARNATION);
	const char *restarts = getenv("OMPI_MCA_num_restarts");
	check(restarts != NULL && (uint64_t) atoi(restarts) == life, "variable", "%s in life %d", restarts, (int) life);
	if (!mortal) {
		check(life == 0, "reincarnation", "%d of a rank that never failed", (int) life);
		check(PMIx_Register_event_handler(&code, 1, NULL, 0, note, NULL, NULL) >= 0, "register for failures", "refused");
	}
	if (life == 0)
		peer_fence("first fence", false);
	if (mortal && life < LIVES - 1)
		_exit(7);
	if (mortal)
		announce();
	else
		await_announcement();
	uint32_t value = 40 + peer_me.rank;
	peer_put(PMIX_GLOBAL, "restart.value", &value, PMIX_UINT32);
	expect("PMIx_Commit", PMIx_Commit(), PMIX_SUCCESS);
	peer_fence("last fence", true);
	for (pmix_rank_t rank = 0; rank < peer_size; rank++)
		check(peer_get_number(rank, "restart.value") == 40 + rank, "value", "of rank %u is wrong", rank);
	check(mortal || told == LIVES - 1, "events", "%d failures", told);
	return peer_finalize("life=%d", (int) life);
}
