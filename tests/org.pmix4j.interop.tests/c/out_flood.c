// SPDX-License-Identifier: EPL-2.0
// Writes much output as fast as it can and exits at once. Uses neither PMIx nor MPI, so that only the launcher's forwarding counts.
//
// usage: out_flood BYTES [lines|open|solid] [out|err|both] [LINE_BYTES] [kill]     default lines out 80
//   lines  whole lines            open   the last line lacks its newline            solid  no newline at all
//   both   BYTES to each stream, in turn
//   kill   sends itself SIGKILL after the last byte (exit code of the launcher 137)
//
// Line L of rank R is "%05u %010u " of R and L, then letters up to LINE_BYTES with the newline; the letter is 'a' + L % 26. In mode
// solid the newlines are left out. The last line is cut so that each stream gets exactly BYTES. A checker can compute the same bytes
// from R and BYTES alone. If OUT_FLOOD_HASHES names a directory, each rank writes "<stream> <bytes> <FNV-1a 64, hex>" for each
// stream into the file rank.R there before it exits.
//
// The rank is PMIX_RANK, else OMPI_COMM_WORLD_RANK, else 0.

#include "peer.h"

#include <errno.h>
#include <sys/stat.h>

enum { CHUNK = 64 * 1024, MAX_LINE = 1024 * 1024 };

struct stream {
	int descriptor;
	unsigned long long left;
	unsigned line;
	unsigned long long bytes;
	uint64_t hash;
};

static size_t line_length = 80;
static bool newlines = true;
static bool last_newline = true;

static void write_all(struct stream *stream, const char *bytes, size_t length)
{
	stream->hash = peer_hash(stream->hash, bytes, length);
	stream->bytes += length;
	while (length > 0) {
		ssize_t written = write(stream->descriptor, bytes, length);
		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			_exit(EXIT_FAILURE);
		bytes += written;
		length -= (size_t) written;
	}
}

static size_t make_line(char *line, unsigned number)
{
	int prefix = snprintf(line, line_length + 1, "%05u %010u ", peer_rank, number);
	size_t length = newlines ? line_length - 1 : line_length;
	for (size_t i = (size_t) prefix; i < length; i++)
		line[i] = (char) ('a' + number % 26);
	if (newlines)
		line[length] = '\n';
	return line_length;
}

// Writes one chunk of whole lines, the last one cut to the requested number of bytes.
static void write_chunk(struct stream *stream)
{
	static char chunk[CHUNK + MAX_LINE + 1];
	size_t used = 0;
	while (used < CHUNK && stream->left > used)
		used += make_line(chunk + used, stream->line++);
	if (used >= stream->left) {
		used = (size_t) stream->left;
		if (newlines && used > 0)
			chunk[used - 1] = last_newline ? '\n' : '.';
	}
	stream->left -= used;
	write_all(stream, chunk, used);
}

static void save_hashes(const char *directory, const struct stream *streams, int count)
{
	char path[512];
	snprintf(path, sizeof path, "%s/rank.%u", directory, peer_rank);
	FILE *file = fopen(path, "w");
	if (file == NULL) {
		perror(path);
		exit(EXIT_FAILURE);
	}
	for (int i = 0; i < count; i++)
		fprintf(file, "%s %llu %016llx\n", streams[i].descriptor == STDOUT_FILENO ? "out" : "err", streams[i].bytes,
				(unsigned long long) streams[i].hash);
	fclose(file);
}

static bool has(int argc, char **argv, const char *word)
{
	for (int i = 2; i < argc; i++)
		if (strcmp(argv[i], word) == 0)
			return true;
	return false;
}

int main(int argc, char **argv)
{
	const char *rank = getenv("PMIX_RANK");
	const char *directory = getenv("OUT_FLOOD_HASHES");
	if (rank == NULL)
		rank = getenv("OMPI_COMM_WORLD_RANK");
	peer_rank = rank != NULL ? (unsigned) strtoul(rank, NULL, 10) : 0;
	if (argc < 2) {
		fprintf(stderr, "usage: out_flood BYTES [lines|open|solid] [out|err|both] [LINE_BYTES] [kill]\n");
		return 2;
	}
	newlines = !has(argc, argv, "solid");
	last_newline = !has(argc, argv, "open");
	for (int i = 2; i < argc; i++)
		if (atol(argv[i]) > 20 && atol(argv[i]) <= MAX_LINE)
			line_length = (size_t) atol(argv[i]);
	unsigned long long bytes = strtoull(argv[1], NULL, 10);
	int first = has(argc, argv, "err") ? STDERR_FILENO : STDOUT_FILENO;
	struct stream streams[] = {{first, bytes, 0, 0, PEER_HASH_START}, {STDERR_FILENO, bytes, 0, 0, PEER_HASH_START}};
	int count = has(argc, argv, "both") ? 2 : 1;
	while (streams[0].left > 0 || (count == 2 && streams[1].left > 0))
		for (int i = 0; i < count; i++)
			if (streams[i].left > 0)
				write_chunk(&streams[i]);
	if (directory != NULL)
		save_hashes(directory, streams, count);
	if (has(argc, argv, "kill"))
		raise(SIGKILL);
	_exit(EXIT_SUCCESS);
}
