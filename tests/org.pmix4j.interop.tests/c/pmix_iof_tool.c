// SPDX-License-Identifier: EPL-2.0
// A tool that attaches to a server by its address, and then spawns a program or pulls the output of a running job. The library prints
// the output, or the tool counts it.
//
// usage: pmix_iof_tool --uri URI [OPTION...] [PROGRAM [ARGUMENT...]]
//   --ranks N       number of processes to spawn (default 1)
//   --info KEY      a directive for the spawn or the pull, set to true; --no KEY sets it to false; --text KEY VALUE
//   --push BYTES    pushes this many bytes to the job's standard input, in pieces, then its end
//   --push-stdin X  lets the library push its own standard input
//   --target RANK   the rank that gets the input (default 0)
//   --pull NSPACE   pulls all output of this job, and counts lines until both streams of --ranks processes have ended
//   --slow MICROS   time that it takes for each delivery that it counts
//   --stop BYTES    kills itself after this many bytes
// It waits for spawned jobs.
//
// Known: PMIx_IOF_push of libpmix 4.2 without a callback reads freed memory, and hangs. That of 6.1 gives COMM_FAILURE to every callback.

#include "iof_peer.h"
#include "spawn_peer.h"
#include "tool_peer.h"

enum { MOST_INFOS = 8, PIECE = 4096 };

static pmix_info_t infos[MOST_INFOS];
static size_t info_count;
static const char *uri;
static const char *pulled;
static size_t push;
static bool push_stdin;
static pmix_rank_t target;
static uint32_t ranks = 1;
static useconds_t slow;
static size_t stop;
static size_t bytes, lines, ends;

static void forget_environment(void)
{
	static const char *const names[] = {"PMIX_NAMESPACE", "PMIX_RANK", "PMIX_SERVER_URI61", "PMIX_SERVER_URI51", "PMIX_SERVER_URI41",
			"PMIX_SERVER_URI4", "PMIX_SERVER_URI3", "PMIX_SERVER_URI21", "PMIX_SERVER_URI2", "PMIX_SERVER_TMPDIR",
			"PMIX_SYSTEM_TMPDIR", "PMIX_HOSTNAME", "PMIX_VERSION"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		unsetenv(names[i]);
}

static void take(size_t handler, pmix_iof_channel_t channel, pmix_proc_t *source, pmix_byte_object_t *payload, pmix_info_t *about,
		size_t count)
{
	(void) handler, (void) channel, (void) source, (void) about, (void) count;
	if (slow > 0)
		usleep(slow);
	pthread_mutex_lock(&peer_lock);
	if (payload == NULL || payload->size == 0)
		ends++;
	else
		for (size_t i = 0; i < payload->size; i++)
			lines += payload->bytes[i] == '\n';
	bytes += payload == NULL ? 0 : payload->size;
	if (stop > 0 && bytes >= stop)
		kill(getpid(), SIGKILL);
	pthread_cond_broadcast(&peer_changed);
	pthread_mutex_unlock(&peer_lock);
}

static void pull(void)
{
	pmix_proc_t all;
	PMIX_LOAD_PROCID(&all, pulled, PMIX_RANK_WILDCARD);
	if (iof_pull(&all, infos, info_count, take) < 0)
		return;
	fprintf(stderr, "pulling\n");
	peer_step("output");
	pthread_mutex_lock(&peer_lock);
	while (ends < 2 * ranks)
		pthread_cond_wait(&peer_changed, &peer_lock);
	pthread_mutex_unlock(&peer_lock);
}

static void pushed_some(pmix_status_t status, void *data)
{
	pthread_mutex_lock(&peer_lock);
	*(pmix_status_t *) data = status;
	pthread_cond_broadcast(&peer_changed);
	pthread_mutex_unlock(&peer_lock);
}

static pmix_status_t push_some(const pmix_proc_t *proc, char *piece, size_t length)
{
	pmix_byte_object_t data = {.bytes = piece, .size = length};
	pmix_status_t status = PMIX_ERR_WOULD_BLOCK;
	peer_step("PMIx_IOF_push");
	if (expect("PMIx_IOF_push", PMIx_IOF_push(proc, 1, &data, NULL, 0, pushed_some, &status), PMIX_SUCCESS)) {
		pthread_mutex_lock(&peer_lock);
		while (status == PMIX_ERR_WOULD_BLOCK)
			pthread_cond_wait(&peer_changed, &peer_lock);
		pthread_mutex_unlock(&peer_lock);
	}
	return status;
}

static void push_all(const char *nspace)
{
	char piece[PIECE];
	pmix_proc_t proc;
	pmix_status_t status = PMIX_SUCCESS;
	size_t pushed = 0;
	PMIX_LOAD_PROCID(&proc, nspace, target);
	while (pushed < push && status == PMIX_SUCCESS) {
		size_t length = push - pushed < PIECE ? push - pushed : PIECE;
		for (size_t i = 0; i < length; i++)
			piece[i] = (pushed + i) % 64 == 63 ? '\n' : 'x';
		status = push_some(&proc, piece, length);
		pushed += length;
	}
	if (status == PMIX_ERR_IOF_COMPLETE) {
		printf("input complete\n");
	} else if (expect("push", status, PMIX_SUCCESS)) {
		expect("end of input", push_some(&proc, NULL, 0), PMIX_SUCCESS);
	}
}

static void push_own(const char *nspace)
{
	pmix_proc_t proc;
	pmix_info_t how;
	PMIX_LOAD_PROCID(&proc, nspace, target);
	peer_flag(&how, PMIX_IOF_PUSH_STDIN);
	peer_step("PMIx_IOF_push of standard input");
	expect("PMIx_IOF_push", PMIx_IOF_push(&proc, 1, NULL, &how, 1, NULL, NULL), PMIX_OPERATION_SUCCEEDED);
}

static void spawn(char **words)
{
	pmix_nspace_t nspace;
	pmix_app_t *app = peer_app(words[0], (int) ranks, NULL, NULL);
	for (char **word = words + 1; *word != NULL; word++)
		peer_append(&app->argv, *word);
	peer_listen_for_ends();
	peer_step("PMIx_Spawn");
	if (expect("PMIx_Spawn", PMIx_Spawn(info_count > 0 ? infos : NULL, info_count, app, 1, nspace), PMIX_SUCCESS)) {
		if (push > 0)
			push_all(nspace);
		if (push_stdin)
			push_own(nspace);
		peer_await_end(nspace);
	}
}

int main(int argc, char **argv)
{
	bool no = false;
	pmix_info_t how;
	int next = 1;
	peer_start("pmix_iof_tool");
	forget_environment();
	for (; next < argc && strncmp(argv[next], "--", 2) == 0; next++) {
		const char *option = argv[next] + 2;
		const char *value = argv[next + 1];
		if (strcmp(option, "text") == 0) {
			PMIX_INFO_LOAD(&infos[info_count++], value, argv[next + 2], PMIX_STRING);
			next++;
		} else if (strcmp(option, "info") == 0)
			peer_flag(&infos[info_count++], value);
		else if (strcmp(option, "no") == 0)
			PMIX_INFO_LOAD(&infos[info_count++], value, &no, PMIX_BOOL);
		else if (strcmp(option, "uri") == 0)
			uri = value;
		else if (strcmp(option, "pull") == 0)
			pulled = value;
		else if (strcmp(option, "ranks") == 0)
			ranks = (uint32_t) atoi(value);
		else if (strcmp(option, "push") == 0)
			push = (size_t) atol(value);
		else if (strcmp(option, "push-stdin") == 0)
			push_stdin = true;
		else if (strcmp(option, "target") == 0)
			target = (pmix_rank_t) atoi(value);
		else if (strcmp(option, "slow") == 0)
			slow = (useconds_t) atoi(value);
		else if (strcmp(option, "stop") == 0)
			stop = (size_t) atol(value);
		next++;
	}
	PMIX_INFO_LOAD(&how, PMIX_SERVER_URI, uri, PMIX_STRING);
	peer_step("PMIx_tool_init");
	if (!expect("PMIx_tool_init", PMIx_tool_init(&peer_me, &how, 1), PMIX_SUCCESS))
		return EXIT_FAILURE;
	if (pulled != NULL)
		pull();
	else if (next < argc)
		spawn(argv + next);
	peer_step("PMIx_tool_finalize");
	expect("PMIx_tool_finalize", PMIx_tool_finalize(), PMIX_SUCCESS);
	return tool_summary("bytes=%zu lines=%zu", bytes, lines);
}
