// SPDX-License-Identifier: EPL-2.0
// A server of libpmix with a small host for tools: it knows the job "held", whose only rank waits for a debugger, prints when it is
// released, and then prints its input. A job that a tool spawns writes its arguments and ends.
//
// usage: pmix_tool_host
// The files go to the current folder. Prints "ready" and its pid, a line for each release, signal and spawn, waits for the end of standard
// input, and finalizes.

#include "peer.h"

#include <pmix.h>
#include <pmix_server.h>

enum { MOST_INFOS = 8 };

static const char held[] = "held";
static unsigned tools;
static unsigned spawned;

// Output on its way: the library keeps pointers into it.
struct piece {
	pmix_proc_t source;
	pmix_byte_object_t bytes;
	char text[256];
};

static void delivered(pmix_status_t status, void *piece)
{
	(void) status;
	free(piece);
}

static void deliver(const char *nspace, const char *text, size_t size)
{
	struct piece *piece = calloc(1, sizeof *piece);
	if (piece == NULL || size > sizeof piece->text)
		abort();
	PMIX_LOAD_PROCID(&piece->source, nspace, 0);
	memcpy(piece->text, text, size);
	piece->bytes.bytes = piece->text;
	piece->bytes.size = size;
	PMIx_server_IOF_deliver(&piece->source, PMIX_FWD_STDOUT_CHANNEL, &piece->bytes, NULL, 0, delivered, piece);
}

static void tool_connected(pmix_info_t *infos, size_t count, pmix_tool_connection_cbfunc_t done, void *data)
{
	pmix_proc_t tool;
	PMIX_LOAD_PROCID(&tool, "tool", tools++);
	for (size_t i = 0; i < count; i++) {
		if (PMIX_CHECK_KEY(&infos[i], PMIX_NSPACE))
			PMIX_LOAD_NSPACE(tool.nspace, infos[i].value.data.string);
		if (PMIX_CHECK_KEY(&infos[i], PMIX_RANK))
			tool.rank = infos[i].value.data.rank;
	}
	done(PMIX_SUCCESS, &tool, data);
}

static void free_answer(void *answer)
{
	pmix_info_t *infos = answer;
	PMIX_INFO_FREE(infos, 1);
}

static pmix_status_t query(pmix_proc_t *asker, pmix_query_t *queries, size_t count, pmix_info_cbfunc_t done, void *data)
{
	(void) asker;
	if (count != 1 || strcmp(queries[0].keys[0], PMIX_QUERY_NAMESPACES) != 0)
		return PMIX_ERR_NOT_SUPPORTED;
	pmix_info_t *answer;
	PMIX_INFO_CREATE(answer, 1);
	PMIX_INFO_LOAD(answer, PMIX_QUERY_NAMESPACES, held, PMIX_STRING);
	done(PMIX_SUCCESS, answer, 1, data, free_answer, answer);
	return PMIX_SUCCESS;
}

static pmix_status_t pull(const pmix_proc_t *procs, size_t count, const pmix_info_t *infos, size_t info_count, pmix_iof_channel_t channels,
		pmix_op_cbfunc_t done, void *data)
{
	(void) procs, (void) count, (void) infos, (void) info_count, (void) channels, (void) done, (void) data;
	return PMIX_OPERATION_SUCCEEDED;
}

static pmix_status_t push(const pmix_proc_t *source, const pmix_proc_t *targets, size_t count, const pmix_info_t *infos, size_t info_count,
		const pmix_byte_object_t *bytes, pmix_op_cbfunc_t done, void *data)
{
	(void) source, (void) targets, (void) count, (void) infos, (void) info_count, (void) done, (void) data;
	if (bytes != NULL && bytes->size > 0)
		deliver(held, bytes->bytes, bytes->size);
	return PMIX_OPERATION_SUCCEEDED;
}

static pmix_status_t spawn(const pmix_proc_t *parent, const pmix_info_t *infos, size_t info_count, const pmix_app_t *apps, size_t count,
		pmix_spawn_cbfunc_t done, void *data)
{
	(void) parent, (void) infos, (void) info_count;
	if (count != 1 || apps[0].cmd == NULL)
		return PMIX_ERR_BAD_PARAM;
	pmix_nspace_t name;
	snprintf(name, sizeof name, "spawned-%u", ++spawned);
	printf("spawn %s\n", apps[0].cmd);
	fflush(stdout);
	done(PMIX_SUCCESS, name, data);
	return PMIX_SUCCESS;
}

static pmix_status_t control(const pmix_proc_t *asker, const pmix_proc_t *targets, size_t count, const pmix_info_t *infos,
		size_t info_count, pmix_info_cbfunc_t done, void *data)
{
	(void) asker, (void) done, (void) data;
	for (size_t i = 0; i < info_count; i++)
		if (PMIX_CHECK_KEY(&infos[i], PMIX_JOB_CTRL_SIGNAL))
			printf("signal %d for %s\n", infos[i].value.data.integer, count == 0 ? "nobody" : targets[0].nspace);
	fflush(stdout);
	return PMIX_OPERATION_SUCCEEDED;
}

static pmix_status_t notify(pmix_status_t code, const pmix_proc_t *source, pmix_data_range_t range, pmix_info_t *infos, size_t count,
		pmix_op_cbfunc_t done, void *data)
{
	(void) source, (void) range, (void) infos, (void) count, (void) done, (void) data;
	if (code == PMIX_DEBUGGER_RELEASE) {
		printf("released\n");
		fflush(stdout);
		deliver(held, "I run\n", 6);
	}
	return PMIX_OPERATION_SUCCEEDED;
}

static pmix_status_t register_events(pmix_status_t *codes, size_t count, const pmix_info_t *infos, size_t info_count,
		pmix_op_cbfunc_t done, void *data)
{
	(void) codes, (void) count, (void) infos, (void) info_count, (void) done, (void) data;
	return PMIX_OPERATION_SUCCEEDED;
}

int main(void)
{
	static pmix_server_module_t host = {.tool_connected = tool_connected, .query = query, .iof_pull = pull, .push_stdin = push,
		.spawn = spawn, .job_control = control, .notify_event = notify, .register_events = register_events};
	pmix_info_t infos[MOST_INFOS];
	size_t count = 0;
	char folder[512];
	pmix_rank_t rank = 0;
	bool on = true;
	bool off = false;
	peer_start("pmix_tool_host");
	if (getcwd(folder, sizeof folder) == NULL)
		return EXIT_FAILURE;
	PMIX_INFO_LOAD(&infos[count++], PMIX_SYSTEM_TMPDIR, folder, PMIX_STRING);
	PMIX_INFO_LOAD(&infos[count++], PMIX_SERVER_TMPDIR, folder, PMIX_STRING);
	PMIX_INFO_LOAD(&infos[count++], PMIX_SERVER_NSPACE, "toolhost", PMIX_STRING);
	PMIX_INFO_LOAD(&infos[count++], PMIX_SERVER_RANK, &rank, PMIX_PROC_RANK);
	PMIX_INFO_LOAD(&infos[count++], PMIX_SERVER_TOOL_SUPPORT, &on, PMIX_BOOL);
	PMIX_INFO_LOAD(&infos[count++], PMIX_IOF_LOCAL_OUTPUT, &off, PMIX_BOOL);
	peer_step("PMIx_server_init");
	pmix_status_t status = PMIx_server_init(&host, infos, count);
	check(status == PMIX_SUCCESS, "PMIx_server_init", "%s", PMIx_Error_string(status));
	// the library delivers no output of unknown jobs
	peer_step("PMIx_server_register_nspace");
	status = PMIx_server_register_nspace(held, 1, NULL, 0, NULL, NULL);
	check(status == PMIX_SUCCESS || status == PMIX_OPERATION_SUCCEEDED, "PMIx_server_register_nspace", "%s", PMIx_Error_string(status));
	pmix_proc_t waiting;
	PMIX_LOAD_PROCID(&waiting, held, 0);
	peer_step("PMIx_Notify_event");
	status = PMIx_Notify_event(PMIX_READY_FOR_DEBUG, &waiting, PMIX_RANGE_GLOBAL, NULL, 0, NULL, NULL);
	check(status == PMIX_SUCCESS || status == PMIX_OPERATION_SUCCEEDED, "PMIx_Notify_event", "%s", PMIx_Error_string(status));
	printf("ready %d\n", (int) getpid());
	fflush(stdout);
	peer_step("the end of input");
	while (getchar() != EOF)
		continue;
	peer_step("PMIx_server_finalize");
	status = PMIx_server_finalize();
	check(status == PMIX_SUCCESS, "PMIx_server_finalize", "%s", PMIx_Error_string(status));
	return peer_failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
