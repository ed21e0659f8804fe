// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.host.internal.program.HelperProgram;

/** Runs programs that print, wait and leave others behind. */
class HelperProgramTest {
	private static final Duration LIMIT = Duration.ofMinutes(2);

	private static HelperProgram shell(String script, Duration limit) throws IOException {
		return HelperProgram.run(List.of("sh", "-c", script), "given".getBytes(StandardCharsets.US_ASCII), limit);
	}

	@Test
	void run_programReadsAndPrints_returnsItsOutputAndExitCode() throws IOException {
		HelperProgram run = shell("cat; echo ' and said' >&2; exit 3", LIMIT);

		assertThat(run.exitCode()).isEqualTo(3);
		assertThat(run.text()).isEqualTo("given and said\n");
		assertThat(run.failure()).isEqualTo("exit code 3: given and said");
	}

	@Test
	void run_programPrintsMoreThanAPipeHolds_returnsAll() throws IOException {
		assertThat(shell("head -c 1000000 /dev/zero", LIMIT).output()).hasSize(1_000_000);
	}

	@Test
	void run_descendantKeepsTheOutputOpen_returnsWhatTheProgramHasPrinted() throws IOException {
		HelperProgram run = shell("echo done; sleep 1000 & echo $!", LIMIT);

		List<String> lines = run.text().lines().toList();
		ProcessHandle left = ProcessHandle.of(Long.parseLong(lines.get(1))).orElseThrow();
		assertThat(left.isAlive()).as("the descendant").isTrue();
		left.destroyForcibly();
		assertThat(lines.get(0)).isEqualTo("done");
	}

	@Test
	void run_programDoesNotEnd_isKilledWithItsDescendants() {
		assertThatThrownBy(() -> shell("sleep 1000", Duration.ofMillis(100))).isInstanceOf(IOException.class)
				.hasMessage("sh did not end within 100 ms and was killed");
	}
}
