// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;

/** Tests the launcher below programs that were written for other launchers: scripts that call mpiexec, and make(1). */
class CallersTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	@ParameterizedTest
	@ValueSource(strings = { "mpiexec", "mpirun", "orterun", "prterun" })
	void link_withTheNameOfALauncher_runsPrograms(String name) throws Exception {
		Path link = Files.createSymbolicLink(scratch.resolve(name), Checkout.script());

		Outcome outcome = pmix4j.command(List.of("-n", "2", "echo", "hello")).through(link).finish().requireExit(0);

		assertThat(outcome.lines()).containsExactly("hello", "hello");
	}

	@Test
	void run_timeLimitOfMpiexec_endsTheJob() {
		Outcome outcome = pmix4j.run("-n", 1, "sleep", 1000).with("MPIEXEC_TIMEOUT", "1").finish().requireExit(110);

		assertThat(outcome.errors()).contains("time limit of 1 s");
	}

	@Test
	void run_timeLimitOfMpiexecIsNoNumber_isRefusedByName() {
		Outcome outcome = pmix4j.run("-n", 1, "true").with("MPIEXEC_TIMEOUT", "soon").finish().requireExit(2);

		assertThat(outcome.errors()).contains("MPIEXEC_TIMEOUT", "soon");
	}

	@Test
	void run_belowMake_makesOfRanksShareItsJobs() throws Exception {
		Path inner = Files.writeString(scratch.resolve("inner"), "all: one two\none two:\n\t@echo $@\n");
		Path outer = Files.writeString(scratch.resolve("outer"), "all:\n\t@+" + Checkout.script() + " run -n 1 $(MAKE) -f " + inner + "\n");

		Outcome outcome = pmix4j.command(List.of("-j2", "--no-print-directory", "-f", outer.toString())).through(Path.of("/usr/bin/make"))
				.finish().requireExit(0);

		assertThat(outcome.lines()).contains("one", "two");
		assertThat(outcome.errorLines()).isEmpty();
	}
}
