// SPDX-License-Identifier: EPL-2.0
// Resource usage as clients of release 6.1 request it, from the client of any release: rank 0 asks once about processes, node, disks and
// networks, then monitors all processes every second until it cancels; no other rank gets events. Finally it asks by query.
//
// usage: pmix_usage
//
// Known: prterun 3 of PRRTE answers success without data. PRRTE 4.1 with libpmix 6.1 answers for processes and nodes as here, but wraps
// the first answer about a node in one more array, and finds no disks and networks on Linux 5.

#include "pmix_peer.h"

#include <errno.h>
#include <pthread.h>

enum { UPDATES = 2, WAIT_SECONDS = 15, UPDATE_CODE = -114 };

#define MONITOR_PROCESSES "pmix.monitor.presuse"
#define MONITOR_NODE "pmix.monitor.ndresuse"
#define MONITOR_DISKS "pmix.monitor.dkresuse"
#define MONITOR_NETWORKS "pmix.monitor.netresuse"
#define MONITOR_RATE "pmix.monitor.resrate"
#define MONITOR_TARGETS "pmix.monitor.tgtproc"
#define USAGE_OF_PROCESS "pmix.proc.res"
#define USAGE_OF_NODE "pmix.node.res"
#define USAGE_OF_NETWORK "pmix.net.res"
#define USAGE_OF_DISK "pmix.disk.res"
#define RESIDENT "pmix.proc.rss"
#define LOAD "pmix.node.la"
#define RECEIVED "pmix.net.rcb"
#define QUERY_PROCESSES "pmix.qry.pres"
#define QUERY_NODE "pmix.qry.nres"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned updates;

// Returns the value with that key in an array of infos, which must be of that type; NULL with a failed check.
static pmix_value_t *entry(pmix_value_t *array, const char *key, pmix_data_type_t type)
{
	if (!check(array->type == PMIX_DATA_ARRAY && array->data.darray->type == PMIX_INFO, key, "is in no array of infos"))
		return NULL;
	pmix_info_t *infos = array->data.darray->array;
	for (size_t i = 0; i < array->data.darray->size; i++)
		if (PMIX_CHECK_KEY(&infos[i], key)) {
			check(infos[i].value.type == type, key, "type %s", PMIx_Data_type_string(infos[i].value.type));
			return infos[i].value.type == type ? &infos[i].value : NULL;
		}
	check(false, key, "is not among %zu", array->data.darray->size);
	return NULL;
}

// Checks the usage of one process; returns true if it is that rank of this job.
static bool is_process(pmix_value_t *array, pmix_rank_t rank)
{
	pmix_value_t *proc = entry(array, PMIX_PROCID, PMIX_PROC);
	pmix_value_t *pid = entry(array, PMIX_PROC_PID, PMIX_PID);
	pmix_value_t *resident = entry(array, RESIDENT, PMIX_FLOAT);
	if (proc == NULL || pid == NULL || resident == NULL)
		return false;
	check(resident->data.fval > 0, RESIDENT, "%f", resident->data.fval);
	if (proc->data.proc->rank == peer_me.rank)
		check(pid->data.pid == getpid(), PMIX_PROC_PID, "%d, and this is %d", pid->data.pid, getpid());
	return PMIX_CHECK_NSPACE(proc->data.proc->nspace, peer_me.nspace) && proc->data.proc->rank == rank;
}

static void on_update(size_t registration, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t results[], size_t result_count, pmix_event_notification_cbfunc_fn_t done, void *data)
{
	(void) registration;
	(void) source;
	(void) results;
	(void) result_count;
	check(code == UPDATE_CODE, "update", "code %d", code);
	uint32_t told = 0;
	for (size_t i = 0; i < count; i++)
		if (PMIX_CHECK_KEY(&infos[i], USAGE_OF_PROCESS))
			told += is_process(&infos[i].value, told);
	check(told == peer_size, "update", "of %u processes", told);
	pthread_mutex_lock(&lock);
	updates++;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

static void wait_for_updates(void)
{
	struct timespec limit;
	int error = 0;
	clock_gettime(CLOCK_REALTIME, &limit);
	limit.tv_sec += WAIT_SECONDS;
	pthread_mutex_lock(&lock);
	while (updates < UPDATES && error != ETIMEDOUT)
		error = pthread_cond_timedwait(&changed, &lock, &limit);
	check(updates >= UPDATES, "updates", "%u in %d s", updates, WAIT_SECONDS);
	pthread_mutex_unlock(&lock);
}

// Sends the request, and returns the results, which the caller frees.
static size_t monitor(const char *what, pmix_info_t *how, size_t count, pmix_info_t **results)
{
	pmix_info_t info;
	pmix_data_array_t everything = {.type = PMIX_INFO};
	size_t result_count = 0;
	*results = NULL;
	peer_step(what);
	PMIX_INFO_LOAD(&info, what, &everything, PMIX_DATA_ARRAY);
	expect(what, PMIx_Process_monitor(&info, UPDATE_CODE, how, count, results, &result_count), PMIX_SUCCESS);
	return result_count;
}

static void processes(void)
{
	pmix_info_t *results;
	pmix_info_t target;
	pmix_data_array_t procs;
	size_t count = monitor(MONITOR_PROCESSES, NULL, 0, &results);
	check(count == peer_size, MONITOR_PROCESSES, "%zu answers", count);
	for (size_t i = 0; i < count; i++)
		check(is_process(&results[i].value, i), MONITOR_PROCESSES, "answer %zu is not about that rank", i);
	PMIX_INFO_FREE(results, count);

	PMIX_DATA_ARRAY_CONSTRUCT(&procs, 1, PMIX_PROC);
	*(pmix_proc_t *) procs.array = peer_proc(peer_size - 1);
	PMIX_INFO_LOAD(&target, MONITOR_TARGETS, &procs, PMIX_DATA_ARRAY);
	count = monitor(MONITOR_PROCESSES, &target, 1, &results);
	check(count == 1 && is_process(&results[0].value, peer_size - 1), MONITOR_TARGETS, "%zu answers", count);
	PMIX_INFO_FREE(results, count);
}

static void machine(void)
{
	pmix_info_t *results;
	size_t count = monitor(MONITOR_NODE, NULL, 0, &results);
	if (check(count == 1 && PMIX_CHECK_KEY(&results[0], USAGE_OF_NODE), MONITOR_NODE, "%zu answers", count)) {
		entry(&results[0].value, PMIX_HOSTNAME, PMIX_STRING);
		entry(&results[0].value, LOAD, PMIX_FLOAT);
		entry(&results[0].value, USAGE_OF_NETWORK, PMIX_DATA_ARRAY);
	}
	PMIX_INFO_FREE(results, count);

	count = monitor(MONITOR_NETWORKS, NULL, 0, &results);
	check(count > 0, MONITOR_NETWORKS, "nothing");
	for (size_t i = 0; i < count; i++)
		entry(&results[i].value, RECEIVED, PMIX_UINT64);
	PMIX_INFO_FREE(results, count);

	// a machine may have none
	count = monitor(MONITOR_DISKS, NULL, 0, &results);
	for (size_t i = 0; i < count; i++)
		check(PMIX_CHECK_KEY(&results[i], USAGE_OF_DISK), MONITOR_DISKS, "%s", results[i].key);
	PMIX_INFO_FREE(results, count);
}

static void again_and_again(void)
{
	pmix_info_t *results;
	pmix_info_t how[2];
	pmix_info_t cancel;
	size_t count;
	PMIX_INFO_LOAD(&how[0], PMIX_MONITOR_ID, "mine", PMIX_STRING);
	peer_seconds(&how[1], MONITOR_RATE, 1);
	count = monitor(MONITOR_PROCESSES, how, 2, &results);
	check(count == peer_size, MONITOR_RATE, "%zu answers at once", count);
	PMIX_INFO_FREE(results, count);
	wait_for_updates();

	peer_step("cancel");
	PMIX_INFO_LOAD(&cancel, PMIX_MONITOR_CANCEL, "mine", PMIX_STRING);
	expect("cancel", PMIx_Process_monitor(&cancel, PMIX_SUCCESS, NULL, 0, &results, &count), PMIX_SUCCESS);
}

static void query(const char *key, const char *answer)
{
	pmix_query_t query;
	pmix_status_t status;
	pmix_info_t *results = NULL;
	size_t count = 0;
	PMIX_QUERY_CONSTRUCT(&query);
	PMIX_ARGV_APPEND(status, query.keys, key);
	status = PMIx_Query_info(&query, 1, &results, &count);
	if (expect(key, status, PMIX_SUCCESS) && check(count == 1, key, "%zu answers", count))
		entry(&results[0].value, answer, PMIX_DATA_ARRAY);
	PMIX_INFO_FREE(results, count);
	PMIX_QUERY_DESTRUCT(&query);
}

int main(void)
{
	pmix_status_t code = UPDATE_CODE;
	peer_init("pmix_usage");
	pmix_status_t registration = PMIx_Register_event_handler(&code, 1, NULL, 0, on_update, NULL, NULL);
	check(registration >= 0, "PMIx_Register_event_handler", "%s", PMIx_Error_string(registration));
	peer_fence("fence after the registrations", false);
	if (peer_me.rank == 0) {
		processes();
		machine();
		again_and_again();
		query(QUERY_PROCESSES, USAGE_OF_PROCESS);
		query(QUERY_NODE, USAGE_OF_NODE);
	}
	peer_fence("last fence", false);
	check(peer_me.rank == 0 || updates == 0, "updates", "%u though another asked for them", updates);
	return peer_finalize("%s", "");
}
