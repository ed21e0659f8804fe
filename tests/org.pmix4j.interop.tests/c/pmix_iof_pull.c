// SPDX-License-Identifier: EPL-2.0
// Rank 0 pulls the output of the other ranks, which write predictable lines, and counts and checks it until each channel has ended or
// all bytes have arrived. Then it deregisters, after which no more output may arrive.
//
// usage: pmix_iof_pull [--lines N] [--slow MICROSECONDS] [--key KEY]... [--batch BYTES] [--early] [--die BYTES]
//   --lines  number of lines of 64 bytes that each other rank writes (default 100)
//   --slow   time that rank 0 takes for each delivery
//   --key    a directive for the pull, a switch
//   --early  the others write before rank 0 pulls
//   --batch  number of bytes that the server is to collect for a delivery
//   --die    rank 0 kills itself after this many bytes
//
// Known: a server of libpmix 4.2 passes the bytes as they are, whatever the directives say. Its client frees the data of a
// PMIx_IOF_deregister without a callback twice, and may hang then.

#include <pthread.h>

#include "iof_peer.h"

enum { LINE = 64, MAX_RANKS = 64, MAX_KEYS = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static size_t got[MAX_RANKS];
static size_t wrong[MAX_RANKS];
static unsigned ended[MAX_RANKS];
static size_t deliveries;
static size_t total;
static useconds_t slow;
static size_t die;
static bool closed;
static bool late;

// Returns the byte at this position of a rank's output.
static char byte_at(pmix_rank_t rank, size_t place)
{
	size_t column = place % LINE;
	return column == LINE - 1 ? '\n' : (char) ('a' + (place / LINE * 7 + column * 3 + rank) % 26);
}

static void take(size_t handler, pmix_iof_channel_t channel, pmix_proc_t *source, pmix_byte_object_t *payload, pmix_info_t *infos,
		size_t count)
{
	(void) handler;
	(void) infos;
	(void) count;
	if (slow > 0)
		usleep(slow);
	pthread_mutex_lock(&lock);
	late = late || closed;
	deliveries++;
	if (source->rank < MAX_RANKS && channel == PMIX_FWD_STDOUT_CHANNEL) {
		if (payload == NULL || payload->size == 0)
			ended[source->rank]++;
		else
			for (size_t i = 0; i < payload->size; i++)
				wrong[source->rank] += payload->bytes[i] != byte_at(source->rank, got[source->rank]++);
		total += payload == NULL ? 0 : payload->size;
	}
	if (die > 0 && total >= die)
		kill(getpid(), SIGKILL);
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

static void deregistered(pmix_status_t status, void *data)
{
	(void) data;
	expect("deregistration", status, PMIX_SUCCESS);
	pthread_mutex_lock(&lock);
	closed = true;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

static void write_lines(size_t lines)
{
	for (size_t i = 0; i < lines; i++)
		for (size_t j = 0; j < LINE; j++)
			putchar(byte_at(peer_me.rank, i * LINE + j));
	fflush(stdout);
}

static size_t all(void)
{
	size_t sum = 0;
	for (uint32_t i = 1; i < peer_size && i < MAX_RANKS; i++)
		sum += got[i];
	return sum;
}

int main(int argc, char **argv)
{
	size_t lines = 100;
	bool early = false;
	pmix_info_t infos[MAX_KEYS];
	size_t count = 0;
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--lines") == 0)
			lines = (size_t) atol(argv[++i]);
		else if (strcmp(argv[i], "--slow") == 0)
			slow = (useconds_t) atol(argv[++i]);
		else if (strcmp(argv[i], "--die") == 0)
			die = (size_t) atol(argv[++i]);
		else if (strcmp(argv[i], "--early") == 0)
			early = true;
		else if (strcmp(argv[i], "--batch") == 0 && count < MAX_KEYS) {
			uint32_t bytes = (uint32_t) atol(argv[++i]);
			PMIX_INFO_LOAD(&infos[count++], PMIX_IOF_BUFFERING_SIZE, &bytes, PMIX_UINT32);
		}
		else if (strcmp(argv[i], "--key") == 0 && count < MAX_KEYS)
			peer_flag(&infos[count++], argv[++i]);
	}
	peer_init("pmix_iof_pull");
	if (early && peer_me.rank > 0) {
		write_lines(lines);
		usleep(200000);
	}
	peer_fence("before the pull", false);
	pmix_status_t handler = 0;
	if (peer_me.rank == 0) {
		pmix_proc_t others = peer_proc(PMIX_RANK_WILDCARD);
		handler = iof_pull(&others, infos, count, take);
	}
	peer_fence("pulled", false);
	if (!early && peer_me.rank > 0)
		write_lines(lines);
	if (peer_me.rank == 0) {
		peer_step("output of the others");
		pthread_mutex_lock(&lock);
		while (all() < lines * LINE * (peer_size - 1))
			pthread_cond_wait(&changed, &lock);
		pthread_mutex_unlock(&lock);
		for (uint32_t i = 1; i < peer_size && i < MAX_RANKS; i++) {
			check(got[i] == lines * LINE, "bytes", "%zu of %zu from rank %u", got[i], lines * LINE, i);
			check(wrong[i] == 0, "content", "%zu bytes of rank %u are wrong", wrong[i], i);
		}
		peer_step("PMIx_IOF_deregister");
		expect("PMIx_IOF_deregister", PMIx_IOF_deregister((size_t) handler, NULL, 0, deregistered, NULL), PMIX_SUCCESS);
		pthread_mutex_lock(&lock);
		while (!closed)
			pthread_cond_wait(&changed, &lock);
		pthread_mutex_unlock(&lock);
	}
	peer_fence("after the pull", false);
	if (peer_me.rank > 0) {
		printf("one more\n");
		fflush(stdout);
	}
	peer_fence("end", false);
	if (peer_me.rank == 0)
		check(!late, "deregistered", "output came afterwards");
	return peer_finalize("deliveries=%zu", peer_me.rank == 0 ? deliveries : 0);
}
