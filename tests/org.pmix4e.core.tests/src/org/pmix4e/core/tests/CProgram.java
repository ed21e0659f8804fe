// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** C programs with OpenPMIx, compiled on the spot. */
final class CProgram {
	/** Reads a line, before PMIx_Init if it is rank 1, and after it else. */
	static final String WAITING = """
			#include <pmix.h>
			#include <stdio.h>
			#include <stdlib.h>
			int main(void) {
				pmix_proc_t me;
				char line[80];
				int late = atoi(getenv("PMIX_RANK")) == 1;
				if (late && !fgets(line, sizeof line, stdin)) {
					return 1;
				}
				if (PMIx_Init(&me, NULL, 0) != PMIX_SUCCESS || !fgets(line, sizeof line, stdin)) {
					return 1;
				}
				printf("%s", line);
				return PMIx_Finalize(NULL, 0) != PMIX_SUCCESS;
			}
			""";

	private CProgram() {
	}

	static Path compile(String name, String source) throws Exception {
		assumeTrue(Stream.of(System.getenv("PATH").split(":")).anyMatch(entry -> Files.isExecutable(Path.of(entry, "pmixcc"))),
				"pmixcc is not installed");
		Path directory = Jobs.scratch();
		Path file = Files.writeString(directory.resolve(name + ".c"), source);
		Path program = directory.resolve(name);
		Process compiler = new ProcessBuilder(List.of("pmixcc", "-o", program.toString(), file.toString())).inheritIO().start();
		assertThat(compiler.waitFor(Launched.LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
		assertThat(compiler.exitValue()).isZero();
		return program;
	}
}
