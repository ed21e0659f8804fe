// SPDX-License-Identifier: EPL-2.0
// A small PMIx server made of libpmix: starts N ranks of a program on this node, serves them and waits for them.
// A reference for comparing C peers, and a server for testing our client.
//
// usage: pmix_server N PROGRAM [ARGUMENT...]
// Exit code: that of the first rank that failed, 128 + the signal if a signal ended it, or the status given to PMIx_Abort.
// Serves job information, fence, put and get, events and abort, and echoes requests to the host; the rest answers NOT_SUPPORTED.

#define _GNU_SOURCE // execvpe

#include "peer.h"
#include "pmix_echo.h"

#include <pmix.h>
#include <pmix_server.h>
#include <semaphore.h>
#include <sys/prctl.h>
#include <sys/wait.h>

static const pmix_nspace_t job = "cjob@1";
static char host[256];
static sem_t finished;
static volatile int abort_code;
static volatile sig_atomic_t abort_asked;

static void require(const char *what, pmix_status_t status)
{
	if (status != PMIX_SUCCESS && status != PMIX_OPERATION_SUCCEEDED) {
		fprintf(stderr, "pmix_server: %s: %s\n", what, PMIx_Error_string(status));
		exit(EXIT_FAILURE);
	}
}

static void on_finished(pmix_status_t status, void *data)
{
	(void) data;
	require("registration", status);
	sem_post(&finished);
}

static void await(const char *what, pmix_status_t status)
{
	require(what, status);
	while (status == PMIX_SUCCESS && sem_wait(&finished) != 0)
		continue;
}

static pmix_status_t on_connected(const pmix_proc_t *proc, void *object, pmix_info_t infos[], size_t count, pmix_op_cbfunc_t done,
		void *data)
{
	(void) proc, (void) object, (void) infos, (void) count, (void) done, (void) data;
	return PMIX_OPERATION_SUCCEEDED;
}

static pmix_status_t on_finalized(const pmix_proc_t *proc, void *object, pmix_op_cbfunc_t done, void *data)
{
	(void) proc, (void) object, (void) done, (void) data;
	return PMIX_OPERATION_SUCCEEDED;
}

static pmix_status_t on_abort(const pmix_proc_t *proc, void *object, int status, const char message[], pmix_proc_t procs[],
		size_t count, pmix_op_cbfunc_t done, void *data)
{
	(void) object, (void) procs, (void) count, (void) done, (void) data;
	fprintf(stderr, "pmix_server: rank %u aborts with %d: %s\n", proc->rank, status, message != NULL ? message : "");
	abort_code = status;
	abort_asked = 1;
	kill(0, SIGTERM);
	return PMIX_OPERATION_SUCCEEDED;
}

// All ranks are local, so the contributions of the local ranks are complete.
static pmix_status_t on_fence(const pmix_proc_t procs[], size_t count, const pmix_info_t infos[], size_t info_count, char *bytes,
		size_t length, pmix_modex_cbfunc_t done, void *data)
{
	(void) procs, (void) count, (void) infos, (void) info_count;
	char *copy = length > 0 ? memcpy(malloc(length), bytes, length) : NULL;
	done(PMIX_SUCCESS, copy, length, data, free, copy);
	return PMIX_SUCCESS;
}

static pmix_status_t on_direct_modex(const pmix_proc_t *proc, const pmix_info_t infos[], size_t count, pmix_modex_cbfunc_t done,
		void *data)
{
	(void) proc, (void) infos, (void) count, (void) done, (void) data;
	return PMIX_ERR_NOT_FOUND;
}

static pmix_status_t on_register_events(pmix_status_t codes[], size_t count, const pmix_info_t infos[], size_t info_count,
		pmix_op_cbfunc_t done, void *data)
{
	(void) codes, (void) count, (void) infos, (void) info_count, (void) done, (void) data;
	return PMIX_OPERATION_SUCCEEDED;
}

static pmix_status_t on_deregister_events(pmix_status_t codes[], size_t count, pmix_op_cbfunc_t done, void *data)
{
	(void) codes, (void) count, (void) done, (void) data;
	return PMIX_OPERATION_SUCCEEDED;
}

static pmix_status_t on_event(pmix_status_t code, const pmix_proc_t *source, pmix_data_range_t range, pmix_info_t infos[],
		size_t count, pmix_op_cbfunc_t done, void *data)
{
	(void) code, (void) source, (void) range, (void) infos, (void) count, (void) done, (void) data;
	return PMIX_OPERATION_SUCCEEDED;
}

static pmix_server_module_t module = {
	.client_connected2 = on_connected,
	.client_finalized = on_finalized,
	.abort = on_abort,
	.fence_nb = on_fence,
	.direct_modex = on_direct_modex,
	.register_events = on_register_events,
	.deregister_events = on_deregister_events,
	.notify_event = on_event,
	.query = echo_query,
	.allocate = echo_allocate,
	.job_control = echo_job_control,
	.monitor = echo_monitor,
	.get_credential = echo_credential,
	.validate_credential = echo_validation,
	.fabric = echo_fabric,
#if PMIX_NUMERIC_VERSION >= 0x00050000
	.session_control = echo_session_control,
#endif
#if PMIX_NUMERIC_VERSION >= 0x00060000
	.resource_block = echo_resource_block,
#endif
};

static void add_number(void *list, const char *key, uint32_t number)
{
	PMIx_Info_list_add(list, key, &number, PMIX_UINT32);
}

static void add_array(void *list, const char *key, void *elements)
{
	pmix_data_array_t array;
	PMIx_Info_list_convert(elements, &array);
	PMIx_Info_list_add(list, key, &array, PMIX_DATA_ARRAY);
	PMIx_Data_array_destruct(&array);
	PMIx_Info_list_release(elements);
}

static void add_rank(void *list, pmix_rank_t rank)
{
	void *elements = PMIx_Info_list_start();
	uint16_t local = (uint16_t) rank;
	PMIx_Info_list_add(elements, PMIX_RANK, &rank, PMIX_PROC_RANK);
	add_number(elements, PMIX_APPNUM, 0);
	PMIx_Info_list_add(elements, PMIX_GLOBAL_RANK, &rank, PMIX_PROC_RANK);
	PMIx_Info_list_add(elements, PMIX_APP_RANK, &rank, PMIX_PROC_RANK);
	PMIx_Info_list_add(elements, PMIX_LOCAL_RANK, &local, PMIX_UINT16);
	PMIx_Info_list_add(elements, PMIX_NODE_RANK, &local, PMIX_UINT16);
	add_number(elements, PMIX_NODEID, 0);
	PMIx_Info_list_add(elements, PMIX_HOSTNAME, host, PMIX_STRING);
	add_array(list, PMIX_PROC_DATA, elements);
}

static void register_job(uint32_t size)
{
	char *ranks = calloc(size, 11);
	char *nodes_regex;
	char *ranks_regex;
	void *list = PMIx_Info_list_start();
	for (uint32_t rank = 0; rank < size; rank++)
		sprintf(ranks + strlen(ranks), "%s%u", rank > 0 ? "," : "", rank);
	require("PMIx_generate_regex", PMIx_generate_regex(host, &nodes_regex));
	require("PMIx_generate_ppn", PMIx_generate_ppn(ranks, &ranks_regex));
	PMIx_Info_list_add(list, PMIX_NODE_MAP, nodes_regex, PMIX_REGEX);
	PMIx_Info_list_add(list, PMIX_PROC_MAP, ranks_regex, PMIX_REGEX);
	PMIx_Info_list_add(list, PMIX_JOBID, job, PMIX_STRING);
	add_number(list, PMIX_JOB_SIZE, size);
	add_number(list, PMIX_UNIV_SIZE, size);
	add_number(list, PMIX_MAX_PROCS, size);
	add_number(list, PMIX_JOB_NUM_APPS, 1);
	add_number(list, PMIX_LOCAL_SIZE, size);
	void *app = PMIx_Info_list_start();
	pmix_rank_t leader = 0;
	add_number(app, PMIX_APPNUM, 0);
	add_number(app, PMIX_APP_SIZE, size);
	PMIx_Info_list_add(app, PMIX_APPLDR, &leader, PMIX_PROC_RANK);
	add_array(list, PMIX_APP_INFO_ARRAY, app);
	for (pmix_rank_t rank = 0; rank < size; rank++)
		add_rank(list, rank);
	pmix_data_array_t infos;
	PMIx_Info_list_convert(list, &infos);
	await("PMIx_server_register_nspace", PMIx_server_register_nspace(job, (int) size, infos.array, infos.size, on_finished, NULL));
	PMIx_Data_array_destruct(&infos);
	PMIx_Info_list_release(list);
	free(ranks);
	free(nodes_regex);
	free(ranks_regex);
}

static pid_t start(pmix_rank_t rank, char **command)
{
	extern char **environ;
	pmix_proc_t proc;
	char **environment = NULL;
	PMIX_LOAD_PROCID(&proc, job, rank);
	await("PMIx_server_register_client", PMIx_server_register_client(&proc, getuid(), getgid(), NULL, on_finished, NULL));
	for (char **variable = environ; *variable != NULL; variable++) {
		pmix_status_t status;
		PMIX_ARGV_APPEND(status, environment, *variable);
		require("environment", status);
	}
	require("PMIx_server_setup_fork", PMIx_server_setup_fork(&proc, &environment));
	pid_t child = fork();
	if (child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		signal(SIGTERM, SIG_DFL);
		execvpe(command[0], command, environment);
		perror(command[0]);
		_exit(127);
	}
	PMIX_ARGV_FREE(environment);
	return child;
}

static int wait_for_all(uint32_t size)
{
	int code = 0;
	for (uint32_t i = 0; i < size; i++) {
		int status;
		if (wait(&status) < 0)
			break;
		int own = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
		code = code != 0 ? code : own;
	}
	return abort_asked ? abort_code : code;
}

static void init_server(void)
{
	void *list = PMIx_Info_list_start();
	pmix_data_array_t infos;
	// The library would print the output of clients itself, and 4.2.2 would crash.
	bool local_output = false;
	PMIx_Info_list_add(list, PMIX_IOF_LOCAL_OUTPUT, &local_output, PMIX_BOOL);
	const char *directory = getenv("TMPDIR");
	PMIx_Info_list_add(list, PMIX_SERVER_TMPDIR, directory != NULL ? directory : "/tmp", PMIX_STRING);
	PMIx_Info_list_convert(list, &infos);
	require("PMIx_server_init", PMIx_server_init(&module, infos.array, infos.size));
	PMIx_Data_array_destruct(&infos);
	PMIx_Info_list_release(list);
}

int main(int argc, char **argv)
{
	if (argc < 3 || atoi(argv[1]) < 1) {
		fprintf(stderr, "usage: pmix_server N PROGRAM [ARGUMENT...]\n");
		return 2;
	}
	peer_start("pmix_server");
	uint32_t size = (uint32_t) atoi(argv[1]);
	gethostname(host, sizeof host - 1);
	sem_init(&finished, 0, 0);
	// Own process group, so that an abort reaches the ranks but not the parent of this program.
	setpgid(0, 0);
	signal(SIGTERM, SIG_IGN);
	setenv("PMIX_MCA_gds", "hash", 1);
	// The library's own sensors would take every request for monitoring.
	setenv("PMIX_MCA_psensor", "^file,heartbeat", 1);
	init_server();
	unsetenv("PMIX_MCA_psensor");
	register_job(size);
	for (pmix_rank_t rank = 0; rank < size; rank++)
		if (start(rank, argv + 2) < 0)
			require("fork", PMIX_ERROR);
	int code = wait_for_all(size);
	PMIx_server_finalize();
	return code;
}
