// SPDX-License-Identifier: EPL-2.0
// Put, commit, collecting fence and get in all scopes; missing keys, late keys, changed keys. All ranks on one node.
//
// usage: pmix_putget [BLOB_BYTES] [--c-server]     default 100000 bytes
//   --c-server  accepts what servers of libpmix 4.2 (mpirun 4.1.4) do worse: they answer a get with PMIX_GET_REFRESH_CACHE of a
//               local rank with a status only, so that the client keeps its old value

#include "pmix_peer.h"

#include <pthread.h>

static size_t blob_size = 100000;
static bool c_server;
static double missing_ms;

static void *blob_of(pmix_rank_t rank)
{
	unsigned char *blob = malloc(blob_size);
	peer_fill(blob, blob_size, rank + 77);
	return blob;
}

// Long and repetitive, so that the library compresses it.
static char *text_of(pmix_rank_t rank)
{
	char *text = malloc(blob_size + 1);
	for (size_t i = 0; i < blob_size; i++)
		text[i] = (char) ('a' + (i / 100 + rank) % 26);
	text[blob_size] = '\0';
	return text;
}

static void put_number(pmix_scope_t scope, const char *key, uint64_t number)
{
	peer_put(scope, key, &number, PMIX_UINT64);
}

// Many programs begin their keys with the namespace. Keys that begin with "pmix" are reserved, so a namespace must not begin so.
static const char *named_after(pmix_rank_t rank)
{
	static char key[PMIX_MAX_KEYLEN + 1];
	snprintf(key, sizeof key, "%.255s-%u-local", peer_me.nspace, rank);
	return key;
}

static void put_everything(void)
{
	void *blob = blob_of(peer_me.rank);
	char *text = text_of(peer_me.rank);
	double real = peer_me.rank + 0.5;
	pmix_byte_object_t object = {.bytes = blob, .size = blob_size};
	put_number(PMIX_LOCAL, "local", 1000 + peer_me.rank);
	put_number(PMIX_LOCAL, named_after(peer_me.rank), 4000 + peer_me.rank);
	put_number(PMIX_REMOTE, "remote", 2000 + peer_me.rank);
	put_number(PMIX_GLOBAL, "global", 3000 + peer_me.rank);
	put_number(PMIX_GLOBAL, "version", 1);
	peer_put(PMIX_GLOBAL, "double", &real, PMIX_DOUBLE);
	peer_put(PMIX_GLOBAL, "blob", &object, PMIX_BYTE_OBJECT);
	peer_put(PMIX_GLOBAL, "text", text, PMIX_STRING);
	free(blob);
	free(text);
	expect("PMIx_Commit", PMIx_Commit(), PMIX_SUCCESS);
}

static void compare_number(pmix_rank_t rank, const char *key, uint64_t wanted)
{
	uint64_t number = peer_get_number(rank, key);
	check(number == wanted, key, "rank %u: %lu instead of %lu", rank, number, wanted);
}

static void compare_with(pmix_rank_t rank)
{
	pmix_value_t *value;
	compare_number(rank, "local", 1000 + rank);
	compare_number(rank, named_after(rank), 4000 + rank);
	compare_number(rank, "global", 3000 + rank);
	if (expect("double", peer_get(rank, "double", NULL, 0, &value), PMIX_SUCCESS)) {
		check(value->type == PMIX_DOUBLE && value->data.dval > rank + 0.4 && value->data.dval < rank + 0.6, "double", "rank %u", rank);
		PMIX_VALUE_RELEASE(value);
	}
	if (expect("blob", peer_get(rank, "blob", NULL, 0, &value), PMIX_SUCCESS)) {
		void *blob = blob_of(rank);
		check(value->type == PMIX_BYTE_OBJECT && value->data.bo.size == blob_size && memcmp(value->data.bo.bytes, blob, blob_size) == 0,
				"blob", "rank %u: type %s, %zu bytes", rank, PMIx_Data_type_string(value->type), value->data.bo.size);
		free(blob);
		PMIX_VALUE_RELEASE(value);
	}
	char *text = text_of(rank);
	char *arrived = peer_get_string(rank, "text");
	check(strcmp(arrived, text) == 0, "text", "rank %u: %zu characters", rank, strlen(arrived));
	free(text);
	free(arrived);
}

static void check_scopes(pmix_rank_t other)
{
	pmix_info_t immediate;
	pmix_value_t *value;
	compare_number(peer_me.rank, "remote", 2000 + peer_me.rank);
	if (other == peer_me.rank)
		return;
	peer_step("get of a local peer's REMOTE key");
	peer_flag(&immediate, PMIX_IMMEDIATE);
	pmix_status_t status = peer_get(other, "remote", &immediate, 1, &value);
	check(status == PMIX_ERR_NOT_FOUND || status == PMIX_ERR_EXISTS_OUTSIDE_SCOPE, "REMOTE key of a local peer", "%s",
			PMIx_Error_string(status));
}

// A get that cannot succeed must end soon: at once when immediate, else within its own limit.
static void check_missing(const char *name, const pmix_proc_t *proc, bool immediate)
{
	pmix_info_t info;
	pmix_value_t *value = NULL;
	peer_step(name);
	if (immediate)
		peer_flag(&info, PMIX_IMMEDIATE);
	else
		peer_seconds(&info, PMIX_TIMEOUT, 1);
	double start = peer_now_us();
	pmix_status_t status = PMIx_Get(proc, "no.such.key", &info, 1, &value);
	double ms = (peer_now_us() - start) / 1000;
	check(status == PMIX_ERR_NOT_FOUND || (!immediate && status == PMIX_ERR_TIMEOUT), name, "%s", PMIx_Error_string(status));
	check(ms < PEER_HANG_MS, name, "took %.0f ms", ms);
	missing_ms = ms > missing_ms ? ms : missing_ms;
}

static void check_all_missing(pmix_rank_t other)
{
	pmix_proc_t proc = peer_proc(other);
	check_missing("missing key, immediate", &proc, true);
	check_missing("missing key, limit of 1 s", &proc, false);
	proc = peer_proc(PMIX_RANK_WILDCARD);
	check_missing("missing job key, immediate", &proc, true);
	proc = peer_proc(peer_size);
	check_missing("rank that does not exist, limit of 1 s", &proc, false);
	PMIX_LOAD_PROCID(&proc, "no.such.namespace", 0);
	check_missing("namespace that does not exist, immediate", &proc, true);
}

static pthread_mutex_t late_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t late_arrived = PTHREAD_COND_INITIALIZER;
static bool late_done;
static pmix_status_t late_status;
static uint64_t late_number;

static void late_get(pmix_status_t status, pmix_value_t *value, void *data)
{
	(void) data;
	pthread_mutex_lock(&late_lock);
	late_status = status;
	late_number = status == PMIX_SUCCESS && value->type == PMIX_UINT64 ? value->data.uint64 : 0;
	late_done = true;
	pthread_cond_signal(&late_arrived);
	pthread_mutex_unlock(&late_lock);
}

// All ranks get first, then all put: the request precedes the fence on the same connection.
static void check_late(pmix_rank_t other)
{
	pmix_info_t limit;
	pmix_proc_t proc = peer_proc(other);
	peer_step("late key");
	peer_seconds(&limit, PMIX_TIMEOUT, 20);
	if (other != peer_me.rank)
		expect("late key: PMIx_Get_nb", PMIx_Get_nb(&proc, "late", &limit, 1, late_get, NULL), PMIX_SUCCESS);
	peer_fence("fence before the late put", false);
	put_number(PMIX_GLOBAL, "late", 4000 + peer_me.rank);
	expect("late key: PMIx_Commit", PMIx_Commit(), PMIX_SUCCESS);
	if (other == peer_me.rank)
		return;
	peer_step("late key");
	pthread_mutex_lock(&late_lock);
	while (!late_done)
		pthread_cond_wait(&late_arrived, &late_lock);
	pthread_mutex_unlock(&late_lock);
	if (expect("late key", late_status, PMIX_SUCCESS))
		check(late_number == 4000 + other, "late key", "%lu from rank %u", late_number, other);
}

// A get that requests a refresh must return the changed value.
static void check_refresh(pmix_rank_t other)
{
	pmix_info_t refresh;
	pmix_value_t *value;
	compare_number(other, "version", 1);
	peer_fence("fence before the change", false);
	put_number(PMIX_GLOBAL, "version", 2);
	expect("PMIx_Commit", PMIx_Commit(), PMIX_SUCCESS);
	peer_fence("fence after the change", true);
	peer_step("get with refresh");
	peer_flag(&refresh, PMIX_GET_REFRESH_CACHE);
	if (expect("refresh", peer_get(other, "version", &refresh, 1, &value), PMIX_SUCCESS)) {
		check(value->type == PMIX_UINT64 && (value->data.uint64 == 2 || (c_server && value->data.uint64 == 1)), "refresh",
				"version %lu", value->data.uint64);
		PMIX_VALUE_RELEASE(value);
	}
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--c-server") == 0)
			c_server = true;
		else
			blob_size = strtoul(argv[i], NULL, 10);
	}
	peer_init("pmix_putget");
	pmix_rank_t other = (peer_me.rank + 1) % peer_size;
	put_everything();
	peer_fence("fence(collect)", true);
	peer_step("get of everything");
	for (pmix_rank_t rank = 0; rank < peer_size; rank++)
		compare_with(rank);
	check_scopes(other);
	check_all_missing(other);
	check_late(other);
	check_refresh(other);
	peer_fence("last fence", false);
	return peer_finalize("blob=%zu slowest_missing_ms=%.0f", blob_size, missing_ms);
}
