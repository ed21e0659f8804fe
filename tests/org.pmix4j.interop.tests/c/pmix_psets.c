// SPDX-License-Identifier: EPL-2.0
// Process sets: rank 0 defines a set of the ranks with even numbers, all ranks get an event and find the sets to which they belong.

#include "pmix_peer.h"

#include <semaphore.h>

static const char set_key[] = "pmix.jctrl.defpset"; // PMIX_JOB_CTRL_DEFINE_PSET, which 4.2 lacks
static const char set_name[] = "even";
static sem_t heard;
static sem_t registered;
static size_t members;

static void on_registered(pmix_status_t status, size_t id, void *data)
{
	(void) id, (void) data;
	expect("register for sets", status, PMIX_SUCCESS);
	sem_post(&registered);
}

static void on_set(size_t id, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t *results, size_t result_count, pmix_event_notification_cbfunc_fn_t done, void *data)
{
	(void) id, (void) source, (void) results, (void) result_count;
	bool named = false;
	check(code == PMIX_PROCESS_SET_DEFINE, "event", "code %d", code);
	for (size_t i = 0; i < count; i++) {
		if (PMIX_CHECK_KEY(&infos[i], PMIX_PSET_NAME))
			named = strcmp(infos[i].value.data.string, set_name) == 0;
		else if (PMIX_CHECK_KEY(&infos[i], PMIX_PSET_MEMBERS))
			members = infos[i].value.data.darray->size;
	}
	check(named, "event", "the set is not named");
	done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
	sem_post(&heard);
}

int main(void)
{
	pmix_status_t code = PMIX_PROCESS_SET_DEFINE;
	pmix_value_t *value;
	peer_init("pmix_psets");
	sem_init(&heard, 0, 0);
	sem_init(&registered, 0, 0);
	PMIx_Register_event_handler(&code, 1, NULL, 0, on_set, on_registered, NULL);
	peer_step("registration");
	sem_wait(&registered);
	peer_fence("all are registered", false);
	check(peer_get(peer_me.rank, PMIX_PSET_NAMES, NULL, 0, &value) == PMIX_ERR_NOT_FOUND, "no set yet", "there is one");
	peer_fence("all have looked", false);
	if (peer_me.rank == 0) {
		pmix_info_t info;
		pmix_info_t *results = NULL;
		size_t result_count = 0;
		pmix_proc_t *procs;
		size_t count = (peer_size + 1) / 2;
		PMIX_PROC_CREATE(procs, count);
		for (size_t i = 0; i < count; i++)
			PMIX_LOAD_PROCID(&procs[i], peer_me.nspace, (pmix_rank_t) (2 * i));
		PMIX_INFO_LOAD(&info, set_key, set_name, PMIX_STRING);
		peer_step("definition");
		expect("definition", PMIx_Job_control(procs, count, &info, 1, &results, &result_count), PMIX_SUCCESS);
		PMIX_PROC_FREE(procs, count);
	}
	peer_step("event");
	sem_wait(&heard);
	check(members == (peer_size + 1) / 2, "members", "%zu of %u", members, peer_size);
	pmix_status_t status = peer_get(peer_me.rank, PMIX_PSET_NAMES, NULL, 0, &value);
	if (peer_me.rank % 2 == 1) {
		check(status == PMIX_ERR_NOT_FOUND, "odd rank", "%s", PMIx_Error_string(status));
	} else if (expect("even rank", status, PMIX_SUCCESS)) {
		check(value->type == PMIX_STRING && strcmp(value->data.string, set_name) == 0, "even rank", "another set");
		PMIX_VALUE_RELEASE(value);
	}
	peer_fence("end", false);
	return peer_finalize("set of %zu", members);
}
