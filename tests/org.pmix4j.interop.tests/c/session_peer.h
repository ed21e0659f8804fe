// SPDX-License-Identifier: EPL-2.0
// Calls of release 6: session control with each directive, requests for allocations with its keys, resource blocks.
#ifndef SESSION_PEER_H
#define SESSION_PEER_H

#include "pmix_peer.h"

#include <limits.h>
#include <pthread.h>

enum { SESSION = 4242, WITH_PROGRAM = 4243, MOST_INFOS = 16 };

static pmix_info_t given[MOST_INFOS];
static size_t ngiven;
static pthread_mutex_t told_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t told_changed = PTHREAD_COND_INITIALIZER;
static bool told;
static pmix_status_t told_status;
static char told_id[64];

static inline void give(const char *key, const void *value, pmix_data_type_t type)
{
	PMIX_INFO_LOAD(&given[ngiven], key, value, type);
	ngiven++;
}

static inline void give_flag(const char *key)
{
	peer_flag(&given[ngiven++], key);
}

static inline void give_cpus(const char *key, uint64_t count)
{
	give(key, &count, PMIX_UINT64);
}

static void answered(pmix_status_t status, pmix_info_t *infos, size_t count, void *object, pmix_release_cbfunc_t release, void *held)
{
	(void) object;
	pthread_mutex_lock(&told_lock);
	told_status = status;
	told_id[0] = '\0';
	for (size_t i = 0; i < count; i++)
		if (PMIX_CHECK_KEY(&infos[i], PMIX_SESSION_CTRL_ID))
			snprintf(told_id, sizeof told_id, "%s", infos[i].value.data.string);
	told = true;
	pthread_cond_broadcast(&told_changed);
	pthread_mutex_unlock(&told_lock);
	if (release != NULL)
		release(held);
}

// Controls a session with the directives so far and a control id, which must come back with a success.
static void control(const char *what, uint32_t session, pmix_status_t wanted)
{
	peer_step("PMIx_Session_control");
	give(PMIX_SESSION_CTRL_ID, what, PMIX_STRING);
	told = false;
	pmix_status_t status = PMIx_Session_control(session, given, ngiven, answered, NULL);
	if (expect(what, status, PMIX_SUCCESS)) {
		pthread_mutex_lock(&told_lock);
		while (!told)
			pthread_cond_wait(&told_changed, &told_lock);
		pthread_mutex_unlock(&told_lock);
		expect(what, told_status, wanted);
		check(wanted != PMIX_SUCCESS || strcmp(told_id, what) == 0, what, "control id '%s'", told_id);
	}
	ngiven = 0;
}

static void act(const char *action, uint32_t session, pmix_status_t wanted)
{
	give_flag(action);
	control(action, session, wanted);
}

static void give_program(void)
{
	pmix_data_array_t apps;
	PMIX_DATA_ARRAY_CONSTRUCT(&apps, 1, PMIX_APP);
	pmix_app_t *app = apps.array;
	app->cmd = strdup("/bin/true");
	app->maxprocs = 1;
	give(PMIX_SESSION_APP, &apps, PMIX_DATA_ARRAY);
	PMIX_DATA_ARRAY_DESTRUCT(&apps);
}

static void give_resources(void)
{
	pmix_data_array_t resources;
	uint64_t one = 1;
	PMIX_DATA_ARRAY_CONSTRUCT(&resources, 1, PMIX_INFO);
	PMIX_INFO_LOAD((pmix_info_t *) resources.array, PMIX_ALLOC_NUM_CPUS, &one, PMIX_UINT64);
	give(PMIX_SESSION_RESOURCES, &resources, PMIX_DATA_ARRAY);
	PMIX_DATA_ARRAY_DESTRUCT(&resources);
}

static void sessions(void)
{
	int signal = SIGURG;
	uint32_t user = geteuid() + 1;
	give_flag(PMIX_SESSION_INSTANTIATE);
	give_resources();
	control("instantiate", SESSION, PMIX_SUCCESS);
	act(PMIX_SESSION_INSTANTIATE, SESSION, PMIX_ERR_EXISTS);
	act(PMIX_SESSION_PAUSE, SESSION, PMIX_SUCCESS);
	act(PMIX_SESSION_RESUME, SESSION, PMIX_SUCCESS);
	act(PMIX_SESSION_PREEMPT, SESSION, PMIX_SUCCESS);
	act(PMIX_SESSION_RESTORE, SESSION, PMIX_SUCCESS);
	give(PMIX_SESSION_SIGNAL, &signal, PMIX_INT);
	control("signal", SESSION, PMIX_SUCCESS);
	give(PMIX_ALLOC_TIME, "0:1:0", PMIX_STRING);
	act(PMIX_SESSION_EXTEND, SESSION, PMIX_SUCCESS);
	act(PMIX_SESSION_SEP, SESSION, PMIX_SUCCESS);
	act(PMIX_SESSION_COMPLETE, SESSION, PMIX_ERR_NOT_SUPPORTED);
	give(PMIX_SESSION_PROVISION_IMAGE, "image", PMIX_STRING);
	act(PMIX_SESSION_INSTANTIATE, SESSION + 10, PMIX_ERR_NOT_SUPPORTED);
	give(PMIX_USERID, &user, PMIX_UINT32);
	act(PMIX_SESSION_INSTANTIATE, SESSION + 10, PMIX_ERR_NO_PERMISSIONS);
	act(PMIX_SESSION_TERMINATE, SESSION, PMIX_SUCCESS);
	act(PMIX_SESSION_PAUSE, SESSION, PMIX_ERR_NOT_FOUND);
	give_flag(PMIX_SESSION_INSTANTIATE);
	give_program();
	give_resources();
	control("instantiate with a program", WITH_PROGRAM, PMIX_SUCCESS);
	act(PMIX_SESSION_RESUME, UINT32_MAX, PMIX_SUCCESS);
}

static void ask(const char *what, pmix_alloc_directive_t directive, pmix_status_t wanted)
{
	pmix_info_t *results = NULL;
	size_t count = 0;
	peer_step("PMIx_Allocation_request");
	pmix_status_t status = PMIx_Allocation_request(directive, given, ngiven, &results, &count);
	expect(what, status == PMIX_OPERATION_SUCCEEDED ? PMIX_SUCCESS : status, wanted);
	ngiven = 0;
}

static void block(const char *what, pmix_resource_block_directive_t directive, size_t count, pmix_status_t wanted)
{
	pmix_resource_unit_t unit = {.type = PMIX_DEVTYPE_CPU, .count = count};
	char name[] = "unit";
	peer_step("PMIx_Resource_block");
	pmix_status_t status = PMIx_Resource_block(directive, name, &unit, 1, NULL, 0);
	expect(what, status == PMIX_OPERATION_SUCCEEDED ? PMIX_SUCCESS : status, wanted);
}

// The library packs units only for a server of its own release, which this variable announces.
static void blocks(void)
{
	if (getenv("PMIX_SERVER_URI61") == NULL) {
		block("define for an older server", PMIX_RESOURCE_BLOCK_DEFINE, 1, PMIX_ERR_UNKNOWN_DATA_TYPE);
		return;
	}
	block("define", PMIX_RESOURCE_BLOCK_DEFINE, 1, PMIX_SUCCESS);
	block("define again", PMIX_RESOURCE_BLOCK_DEFINE, 1, PMIX_ERR_EXISTS);
	block("extend", PMIX_RESOURCE_BLOCK_EXTEND, 1, PMIX_SUCCESS);
	block("remove", PMIX_RESOURCE_BLOCK_REMOVE, 1, PMIX_SUCCESS);
	give(PMIX_ALLOC_RES_BLOCK, "unit", PMIX_STRING);
	give_cpus(PMIX_ALLOC_NUM_BLOCKS, 1);
	give(PMIX_ALLOC_ID, "of blocks", PMIX_STRING);
	ask("allocation of a block", PMIX_ALLOC_NEW, PMIX_SUCCESS);
	give(PMIX_ALLOC_ID, "of blocks", PMIX_STRING);
	ask("release of a block", PMIX_ALLOC_RELEASE, PMIX_SUCCESS);
	block("delete", PMIX_RESOURCE_BLOCK_DELETE, 1, PMIX_SUCCESS);
	give(PMIX_ALLOC_RES_BLOCK, "unit", PMIX_STRING);
	ask("allocation of a deleted block", PMIX_ALLOC_NEW, PMIX_ERR_NOT_FOUND);
}

static void allocations(void)
{
	give(PMIX_ALLOC_ID, "six", PMIX_STRING);
	give_cpus(PMIX_ALLOC_NUM_CPUS, 1);
	give_flag(PMIX_ALLOC_PREEMPTIBLE);
	give_flag(PMIX_ALLOC_CHILD_SEP);
	give_flag(PMIX_ALLOC_WAIT_ALL_NODES);
	give_flag(PMIX_ALLOC_NOSHELL);
	give(PMIX_MEM_ALLOC_KIND, "system", PMIX_STRING);
	give(PMIX_ALLOC_QUEUE, "default", PMIX_STRING);
	give(PMIX_ALLOC_TIME, "1:0:0", PMIX_STRING);
	ask("allocation with keys of release 6", PMIX_ALLOC_NEW, PMIX_SUCCESS);
	give(PMIX_ALLOC_ID, "six", PMIX_STRING);
	give(PMIX_ALLOC_LEND, "0:10", PMIX_STRING);
	ask("lending", PMIX_ALLOC_RELEASE, PMIX_SUCCESS);
	give(PMIX_ALLOC_ID, "six", PMIX_STRING);
	ask("reacquiring", PMIX_ALLOC_REAQUIRE, PMIX_SUCCESS);
	give(PMIX_ALLOC_ID, "six", PMIX_STRING);
	give(PMIX_ALLOC_TIME, "2:0:0", PMIX_STRING);
	ask("extension", PMIX_ALLOC_EXTEND, PMIX_SUCCESS);
	give(PMIX_ALLOC_ID, "six", PMIX_STRING);
	ask("release", PMIX_ALLOC_RELEASE, PMIX_SUCCESS);
	give(PMIX_ALLOC_ID, "later", PMIX_STRING);
	give(PMIX_ALLOC_BEGIN, "now+1 hour", PMIX_STRING);
	give_flag(PMIX_ALLOC_NOT_WAITING);
	give_flag(PMIX_ALLOC_SHARE);
	ask("allocation that begins later", PMIX_ALLOC_NEW, PMIX_SUCCESS);
	give(PMIX_ALLOC_ID, "later", PMIX_STRING);
	ask("cancel", PMIX_ALLOC_REQ_CANCEL, PMIX_SUCCESS);
	give(PMIX_ALLOC_IMAGE, "image", PMIX_STRING);
	ask("image", PMIX_ALLOC_NEW, PMIX_ERR_NOT_SUPPORTED);
}

#endif
