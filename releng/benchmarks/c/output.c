// SPDX-License-Identifier: EPL-2.0
// Writes the given number of megabytes to standard output in lines of 80 bytes, as fast as possible, and exits.
//
// usage: output MEGABYTES

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE = 80, LINES = 800, LIMIT_SECONDS = 60 };

int main(int argc, char **argv)
{
	static char chunk[LINE * LINES];
	long left = (argc > 1 ? atol(argv[1]) : 1) * 1000000;
	alarm(LIMIT_SECONDS);
	memset(chunk, 'x', sizeof chunk);
	for (size_t i = LINE - 1; i < sizeof chunk; i += LINE)
		chunk[i] = '\n';
	while (left > 0) {
		size_t offset = 0;
		size_t length = left < (long) sizeof chunk ? (size_t) left : sizeof chunk;
		while (offset < length) {
			ssize_t written = write(STDOUT_FILENO, chunk + offset, length - offset);
			if (written <= 0)
				return EXIT_FAILURE;
			offset += (size_t) written;
		}
		left -= (long) length;
	}
	return EXIT_SUCCESS;
}
