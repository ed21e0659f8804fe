// SPDX-License-Identifier: EPL-2.0
// The results of PMIx_Get for reserved keys, with each way to name their subject: session, job, program, node, rank.
//
// usage: pmix_realms [--print]
//   --print  rank 0 prints the whole table of keys, subjects and directives, for comparison with another server.
//            Under mpirun 4.1.4 some rows take two seconds each, and one of them crashes a rank

#include "pmix_peer.h"

#include <inttypes.h>

static char own_host[256];
static char table_line[8192];

static const char *const keys[] = {
	PMIX_SESSION_ID, PMIX_UNIV_SIZE, PMIX_TMPDIR, PMIX_TDIR_RMCLEAN, PMIX_ALLOCATED_NODELIST, PMIX_RM_NAME, //
	PMIX_JOBID, PMIX_JOB_SIZE, PMIX_MAX_PROCS, PMIX_JOB_NUM_APPS, PMIX_NUM_NODES, PMIX_NODE_LIST, PMIX_NODE_MAP, PMIX_PROC_MAP,
	PMIX_NPROC_OFFSET, PMIX_NSDIR, PMIX_SERVER_NSPACE, PMIX_SERVER_RANK, PMIX_MAPBY, PMIX_RANKBY, PMIX_BINDTO, //
	PMIX_APP_SIZE, PMIX_APPLDR, PMIX_WDIR, PMIX_APP_ARGV, PMIX_NUM_SLOTS, //
	PMIX_HOSTNAME, PMIX_NODEID, PMIX_LOCAL_SIZE, PMIX_NODE_SIZE, PMIX_LOCAL_PEERS, PMIX_LOCAL_PROCS, PMIX_LOCALLDR,
	PMIX_LOCAL_CPUSETS, PMIX_AVAIL_PHYS_MEMORY, //
	PMIX_RANK, PMIX_PROCID, PMIX_APPNUM, PMIX_APP_RANK, PMIX_GLOBAL_RANK, PMIX_LOCAL_RANK, PMIX_NODE_RANK, PMIX_REINCARNATION,
	PMIX_SPAWNED, PMIX_PARENT_ID, PMIX_PROCDIR, PMIX_LOCALITY_STRING, PMIX_CPUSET, "pmix.nonexistent", NULL,
};

// One way to name the subject: up to two directives.
struct way {
	const char *name;
	const char *realm;
	const char *subject; // key of the second directive
	uint32_t number;
};

static const struct way ways[] = {
	{"plain", NULL, NULL, 0},
	{"optional", PMIX_OPTIONAL, NULL, 0},
	{"immediate", PMIX_IMMEDIATE, NULL, 0},
	{"job", PMIX_JOB_INFO, NULL, 0},
	{"session", PMIX_SESSION_INFO, NULL, 0},
	{"session of id", PMIX_SESSION_INFO, PMIX_SESSION_ID, UINT32_MAX}, // the id is filled in
	{"session 77", PMIX_SESSION_INFO, PMIX_SESSION_ID, 77},
	{"app", PMIX_APP_INFO, NULL, 0},
	{"app 0", PMIX_APP_INFO, PMIX_APPNUM, 0},
	{"app 1", PMIX_APP_INFO, PMIX_APPNUM, 1},
	{"app 9", PMIX_APP_INFO, PMIX_APPNUM, 9},
	{"node", PMIX_NODE_INFO, NULL, 0},
	{"node by name", PMIX_NODE_INFO, PMIX_HOSTNAME, 0},
	{"node by id", PMIX_NODE_INFO, PMIX_NODEID, 0},
	{"node 9", PMIX_NODE_INFO, PMIX_NODEID, 9},
};
#define WAYS (sizeof ways / sizeof ways[0])

static uint32_t session_id = UINT32_MAX;

static pmix_status_t ask(const pmix_proc_t *proc, const char *key, const struct way *way, pmix_value_t **value)
{
	pmix_info_t infos[2];
	size_t count = 0;
	*value = NULL;
	if (way->realm != NULL)
		peer_flag(&infos[count++], way->realm);
	if (way->subject != NULL && strcmp(way->subject, PMIX_HOSTNAME) == 0)
		PMIX_INFO_LOAD(&infos[count++], PMIX_HOSTNAME, own_host, PMIX_STRING);
	else if (way->subject != NULL)
		peer_seconds(&infos[count++], way->subject, way->number == UINT32_MAX ? session_id : way->number);
	pmix_status_t status = PMIx_Get(proc, key, count > 0 ? infos : NULL, count, value);
	for (size_t i = 0; i < count; i++)
		PMIX_INFO_DESTRUCT(&infos[i]);
	return status;
}

static void append(const char *format, ...)
{
	size_t used = strlen(table_line);
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(table_line + used, sizeof table_line - used, format, arguments);
	va_end(arguments);
}

static void describe(const pmix_value_t *value)
{
	append("%s ", PMIx_Data_type_string(value->type));
	switch (value->type) {
	case PMIX_STRING:
		append("'%s'", value->data.string);
		break;
	case PMIX_BOOL:
		append("%d", value->data.flag);
		break;
	case PMIX_UINT16:
		append("%u", value->data.uint16);
		break;
	case PMIX_UINT32:
		append("%u", value->data.uint32);
		break;
	case PMIX_UINT64:
		append("%" PRIu64, value->data.uint64);
		break;
	case PMIX_PROC_RANK:
		append("%u", value->data.rank);
		break;
	case PMIX_PROC:
		append("%s.%u", value->data.proc->nspace, value->data.proc->rank);
		break;
	case PMIX_DATA_ARRAY:
		append("of %zu %s", value->data.darray->size, PMIx_Data_type_string(value->data.darray->type));
		break;
	default:
		append("?");
	}
}

static void print_row(const char *subject, const pmix_proc_t *proc, const char *key)
{
	for (size_t i = 0; i < WAYS; i++) {
		pmix_value_t *value;
		snprintf(table_line, sizeof table_line, "%-18s %-8s %-14s ", key, subject, ways[i].name);
		pmix_status_t status = ask(proc, key, &ways[i], &value);
		if (status == PMIX_SUCCESS && value != NULL)
			describe(value);
		else
			append("%s", PMIx_Error_string(status));
		if (value != NULL)
			PMIX_VALUE_RELEASE(value);
		puts(table_line);
	}
}

static void print_table(void)
{
	pmix_proc_t self = peer_proc(peer_me.rank);
	pmix_proc_t other = peer_proc((peer_me.rank + 1) % peer_size);
	pmix_proc_t job = peer_proc(PMIX_RANK_WILDCARD);
	pmix_proc_t undefined = peer_proc(PMIX_RANK_UNDEF);
	for (size_t i = 0; keys[i] != NULL; i++) {
		print_row("self", &self, keys[i]);
		print_row("other", &other, keys[i]);
		print_row("job", &job, keys[i]);
		print_row("undef", &undefined, keys[i]);
		print_row("null", NULL, keys[i]);
	}
}

static const struct way *way_named(const char *name)
{
	for (size_t i = 0; i < WAYS; i++)
		if (strcmp(ways[i].name, name) == 0)
			return &ways[i];
	abort();
}

// All ranks are on one node and run one program, so the numbers are known.
static void want_number(const char *key, const pmix_proc_t *proc, const char *way, uint64_t wanted)
{
	pmix_value_t *value;
	peer_step(key);
	pmix_status_t status = ask(proc, key, way_named(way), &value);
	if (!check(status == PMIX_SUCCESS && value != NULL, key, "rank %u, %s: %s", proc->rank, way, PMIx_Error_string(status)))
		return;
	uint64_t number = peer_number(key, value);
	check(number == wanted, key, "rank %u, %s: %lu instead of %lu", proc->rank, way, number, wanted);
	PMIX_VALUE_RELEASE(value);
}

static void want_text(const char *key, const pmix_proc_t *proc, const char *way, const char *wanted)
{
	pmix_value_t *value;
	peer_step(key);
	pmix_status_t status = ask(proc, key, way_named(way), &value);
	if (!check(status == PMIX_SUCCESS && value != NULL, key, "rank %u, %s: %s", proc->rank, way, PMIx_Error_string(status)))
		return;
	check(value->type == PMIX_STRING && strcmp(value->data.string, wanted) == 0, key, "rank %u, %s: not %s", proc->rank, way, wanted);
	PMIX_VALUE_RELEASE(value);
}

// A get of unknown data must fail at once.
static void want_nothing(const char *key, const pmix_proc_t *proc, const char *way)
{
	pmix_value_t *value;
	peer_step(key);
	double start = peer_now_us();
	pmix_status_t status = ask(proc, key, way_named(way), &value);
	double ms = (peer_now_us() - start) / 1000;
	check(status == PMIX_ERR_NOT_FOUND, key, "rank %u, %s: %s", proc->rank, way, PMIx_Error_string(status));
	check(ms < PEER_HANG_MS, key, "rank %u, %s: took %.0f ms", proc->rank, way, ms);
	if (value != NULL)
		PMIX_VALUE_RELEASE(value);
}

static void check_job(void)
{
	pmix_proc_t job = peer_proc(PMIX_RANK_WILDCARD);
	want_number(PMIX_JOB_SIZE, &job, "plain", peer_size);
	want_number(PMIX_JOB_SIZE, &job, "optional", peer_size);
	want_number(PMIX_JOB_SIZE, &job, "job", peer_size);
	want_number(PMIX_NUM_NODES, &job, "plain", 1);
	want_number(PMIX_JOB_NUM_APPS, &job, "plain", 1);
	want_text(PMIX_NODE_LIST, &job, "plain", own_host);
	want_text(PMIX_ALLOCATED_NODELIST, &job, "session", own_host);
	want_number(PMIX_APP_SIZE, &job, "plain", peer_size);
	want_number(PMIX_APP_SIZE, &job, "app", peer_size);
	want_number(PMIX_APP_SIZE, &job, "app 0", peer_size);
	want_number(PMIX_APPLDR, &job, "app 0", 0);
	want_nothing(PMIX_APP_SIZE, &job, "app 9");
	want_number(PMIX_LOCAL_SIZE, &job, "plain", peer_size);
	want_number(PMIX_LOCAL_SIZE, &job, "node", peer_size);
	want_number(PMIX_LOCAL_SIZE, &job, "node by name", peer_size);
	want_number(PMIX_LOCAL_SIZE, &job, "node by id", peer_size);
	want_number(PMIX_LOCALLDR, &job, "node by id", 0);
	want_nothing(PMIX_LOCAL_SIZE, &job, "node 9");
	for (size_t i = 0; i < WAYS; i++)
		if (strcmp(ways[i].name, "session 77") != 0) // the client decides that itself
			want_nothing("pmix.nonexistent", &job, ways[i].name);
}

static void check_rank(pmix_rank_t rank)
{
	pmix_proc_t proc = peer_proc(rank);
	want_number(PMIX_LOCAL_RANK, &proc, "plain", rank);
	want_number(PMIX_NODE_RANK, &proc, "plain", rank);
	want_number(PMIX_APP_RANK, &proc, "plain", rank);
	want_number(PMIX_GLOBAL_RANK, &proc, "plain", rank);
	want_number(PMIX_APPNUM, &proc, "plain", 0);
	want_number(PMIX_NODEID, &proc, "plain", 0);
	want_text(PMIX_HOSTNAME, &proc, "plain", own_host);
	want_number(PMIX_LOCAL_SIZE, &proc, "node", peer_size);
	want_number(PMIX_APP_SIZE, &proc, "app", peer_size);
	want_nothing("pmix.nonexistent", &proc, "plain");
}

int main(int argc, char **argv)
{
	peer_init("pmix_realms");
	gethostname(own_host, sizeof own_host - 1);
	pmix_proc_t job = peer_proc(PMIX_RANK_WILDCARD);
	pmix_value_t *value;
	if (ask(&job, PMIX_SESSION_ID, way_named("session"), &value) == PMIX_SUCCESS && value != NULL) {
		session_id = value->data.uint32;
		PMIX_VALUE_RELEASE(value);
	}
	if (argc > 1 && strcmp(argv[1], "--print") == 0 && peer_me.rank == 0)
		print_table();
	check_job();
	for (pmix_rank_t rank = 0; rank < peer_size; rank++)
		check_rank(rank);
	peer_fence("fence", false);
	// releases before 5.0 know the session id, but cannot get it
	return peer_finalize("session=%u", session_id);
}
