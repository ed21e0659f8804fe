// SPDX-License-Identifier: EPL-2.0
// Monitoring: every rank sends heartbeats for a while, then rank 0 stops; and a file of rank 0 stops growing. All ranks must get one
// event about each, and none before.
//
// usage: pmix_monitor
//
// Known: a server of libpmix 4.2 notifies all ranks but rank 0.

#include "pmix_peer.h"

#include <errno.h>
#include <pthread.h>

enum { PERIOD_SECONDS = 1, WAIT_SECONDS = 15, BEATS_PER_PERIOD = 4, PERIODS = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned hearts;
static unsigned files;

static void on_alert(size_t registration, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t results[], size_t result_count, pmix_event_notification_cbfunc_fn_t done, void *data)
{
	(void) registration;
	(void) infos;
	(void) count;
	(void) results;
	(void) result_count;
	pthread_mutex_lock(&lock);
	check(source->rank == 0, "source of an alert", "rank %u", source->rank);
	if (code == PMIX_MONITOR_HEARTBEAT_ALERT)
		hearts++;
	else
		files++;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

static void wait_for(const char *name, const unsigned *count)
{
	struct timespec limit;
	int error = 0;
	clock_gettime(CLOCK_REALTIME, &limit);
	limit.tv_sec += WAIT_SECONDS;
	pthread_mutex_lock(&lock);
	while (*count == 0 && error != ETIMEDOUT)
		error = pthread_cond_timedwait(&changed, &lock, &limit);
	unsigned now = *count;
	pthread_mutex_unlock(&lock);
	check(now == 1, name, "%u alerts", now);
}

static void monitor(const char *name, const pmix_info_t *what, pmix_status_t code, pmix_info_t *how, size_t count)
{
	pmix_info_t *results = NULL;
	size_t result_count = 0;
	pmix_status_t status = PMIx_Process_monitor(what, code, how, count, &results, &result_count);
	check(status == PMIX_SUCCESS || status == PMIX_OPERATION_SUCCEEDED, name, "%s", PMIx_Error_string(status));
	if (results != NULL)
		PMIX_INFO_FREE(results, result_count);
}

static void watch_heart(void)
{
	pmix_info_t what;
	pmix_info_t how[3];
	uint32_t drops = 1;
	PMIX_INFO_LOAD(&what, PMIX_MONITOR_HEARTBEAT, NULL, PMIX_POINTER);
	PMIX_INFO_LOAD(&how[0], PMIX_MONITOR_ID, "heart", PMIX_STRING);
	peer_seconds(&how[1], PMIX_MONITOR_HEARTBEAT_TIME, PERIOD_SECONDS);
	peer_seconds(&how[2], PMIX_MONITOR_HEARTBEAT_DROPS, drops);
	monitor("monitor of heartbeats", &what, PMIX_MONITOR_HEARTBEAT_ALERT, how, 3);
}

static void watch_file(const char *name)
{
	pmix_info_t what;
	pmix_info_t how[3];
	PMIX_INFO_LOAD(&what, PMIX_MONITOR_FILE, name, PMIX_STRING);
	peer_flag(&how[0], PMIX_MONITOR_FILE_SIZE);
	peer_seconds(&how[1], PMIX_MONITOR_FILE_CHECK_TIME, PERIOD_SECONDS);
	peer_seconds(&how[2], PMIX_MONITOR_FILE_DROPS, 2);
	monitor("monitor of a file", &what, PMIX_MONITOR_FILE_ALERT, how, 3);
}

// A monitor that job control cancels, by its name or with all of this process, raises no alert.
static void cancel_by_job_control(void)
{
	pmix_info_t what, cancel, how[2];
	PMIX_INFO_LOAD(&what, PMIX_MONITOR_HEARTBEAT, NULL, PMIX_POINTER);
	PMIX_INFO_LOAD(&how[0], PMIX_MONITOR_ID, "canceled", PMIX_STRING);
	peer_seconds(&how[1], PMIX_MONITOR_HEARTBEAT_TIME, PERIOD_SECONDS);
	monitor("monitor to cancel", &what, PMIX_MONITOR_HEARTBEAT_ALERT, how, 2);
	PMIX_INFO_LOAD(&cancel, PMIX_JOB_CTRL_CANCEL, "canceled", PMIX_STRING);
	expect("cancel by job control", PMIx_Job_control(NULL, 0, &cancel, 1, NULL, NULL), PMIX_SUCCESS);
	expect("second cancel", PMIx_Job_control(NULL, 0, &cancel, 1, NULL, NULL), PMIX_ERR_NOT_FOUND);
	monitor("another monitor to cancel", &what, PMIX_MONITOR_HEARTBEAT_ALERT, how, 2);
	pmix_info_t all;
	PMIX_INFO_LOAD(&all, PMIX_JOB_CTRL_CANCEL, NULL, PMIX_STRING);
	expect("cancel of all", PMIx_Job_control(NULL, 0, &all, 1, NULL, NULL), PMIX_SUCCESS);
	expect("cancel after that of all", PMIx_Job_control(NULL, 0, &cancel, 1, NULL, NULL), PMIX_ERR_NOT_FOUND);
}

static void live(void)
{
	struct timespec pause = {.tv_nsec = 1000000000L / BEATS_PER_PERIOD};
	for (unsigned beat = 0; beat < PERIODS * BEATS_PER_PERIOD; beat++) {
		PMIx_Heartbeat();
		nanosleep(&pause, NULL);
	}
}

int main(void)
{
	pmix_status_t codes[] = {PMIX_MONITOR_HEARTBEAT_ALERT, PMIX_MONITOR_FILE_ALERT};
	char name[] = "/tmp/pmix_monitor.XXXXXX";
	peer_init("pmix_monitor");
	pmix_status_t registration = PMIx_Register_event_handler(codes, 2, NULL, 0, on_alert, NULL, NULL);
	check(registration >= 0, "PMIx_Register_event_handler", "%s", PMIx_Error_string(registration));
	peer_fence("fence after the registrations", false);
	if (peer_me.rank == 0) {
		peer_step("heartbeats");
		watch_heart();
		live();
		check(hearts == 0, "heartbeats", "%u alerts though all was well", hearts);
	}
	wait_for("heartbeats", &hearts);
	peer_fence("fence between", false);
	if (peer_me.rank == 0) {
		int file = mkstemp(name);
		pmix_info_t cancel;
		check(file >= 0 && write(file, "x", 1) == 1, "file", "%s", strerror(errno));
		close(file);
		PMIX_INFO_LOAD(&cancel, PMIX_MONITOR_CANCEL, "heart", PMIX_STRING);
		monitor("end of the monitor of heartbeats", &cancel, PMIX_SUCCESS, NULL, 0);
		peer_step("cancel by job control");
		cancel_by_job_control();
		peer_step("file");
		watch_file(name);
	}
	wait_for("file", &files);
	if (peer_me.rank == 0)
		unlink(name);
	peer_fence("last fence", false);
	check(hearts == 1, "heartbeats", "%u alerts in the end", hearts);
	return peer_finalize("%s", "");
}
