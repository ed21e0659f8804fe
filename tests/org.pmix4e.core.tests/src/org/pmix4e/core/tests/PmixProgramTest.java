// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.model.IStreamsProxy2;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4e.core.ElementState;
import org.pmix4e.core.PmixLaunchConstants;

/** Ranks that are PMIx processes: C programs with OpenPMIx. */
class PmixProgramTest {
	private static final String WAITING = """
			#include <pmix.h>
			#include <stdio.h>
			int main(void) {
				pmix_proc_t me;
				char line[80];
				if (PMIx_Init(&me, NULL, 0) != PMIX_SUCCESS || !fgets(line, sizeof line, stdin)) {
					return 1;
				}
				printf("%s", line);
				return PMIx_Finalize(NULL, 0) != PMIX_SUCCESS;
			}
			""";

	@RegisterExtension
	final Jobs jobs = new Jobs();

	@Test
	void launch_ranksThatCallInit_connectAndFinalize() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(4, compiled("waiting", WAITING).toString());
		copy.setAttribute(PmixLaunchConstants.ATTR_STDIN, PmixLaunchConstants.STDIN_ALL);
		Launched launched = Launched.launch(copy);
		jobs.await(() -> launched.namespace().state() == ElementState.CONNECTED);
		assertThat(launched.namespace().connectedRanks()).isEqualTo(4);
		assertThat(launched.namespace().ranks()).allSatisfy(rank -> assertThat(rank.state()).isEqualTo(ElementState.CONNECTED));
		launched.process().getStreamsProxy().write("go\n");
		((IStreamsProxy2) launched.process().getStreamsProxy()).closeInputStream();
		launched.awaitEnd();

		assertThat(launched.process().getExitValue()).as(launched.err()).isZero();
		assertThat(launched.out().lines()).containsExactlyInAnyOrder("[0] go", "[1] go", "[2] go", "[3] go");
	}

	@Test
	void launch_exampleRing_works() throws Exception {
		String source = Files.readString(Path.of(System.getProperty("pmix4j.root"), "examples/ring.c"));
		Launched launched = Launched.launch(jobs.program(4, compiled("ring", source).toString())).awaitEnd();

		assertThat(launched.process().getExitValue()).as(launched.err()).isZero();
		assertThat(launched.out()).contains("[0] ", "[3] ");
	}

	private static Path compiled(String name, String source) throws Exception {
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
