// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;

/** Tests standard input: it is exact, reaches the right ranks, and never causes a hang. */
class StandardInputTest {
	private static final byte[] NUMBERS = OutputBytes.numbers(100_000);

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	@Test
	void run_file_arrivesExactAtRankZeroOnly() throws Exception {
		Outcome outcome = pmix4j.run("-n", 4, "sh", "-c", "test $PMIX_RANK = 0 && exec cat; exec wc -c").input(file(NUMBERS)).finish()
				.requireExit(0);

		assertThat(outcome.text().replaceAll("(?m)^0\\n", "")).isEqualTo(new String(NUMBERS));
	}

	@Test
	void run_pipe_arrivesExact() throws Exception {
		LauncherRun run = pmix4j.run("-n", 1, "cat").inputByTest().start();
		run.input().write(NUMBERS);
		run.input().close();

		assertThat(run.end().requireExit(0).output()).isEqualTo(NUMBERS);
	}

	@Test
	void run_manyMegabytes_arriveExact() throws Exception {
		byte[] large = new byte[16_000_000];
		for (int i = 0; i < large.length; i++) {
			large[i] = (byte) (i >> 8 ^ i);
		}

		Outcome outcome = pmix4j.run("-n", 2, "cat").input(file(large)).finish().requireExit(0);

		assertThat(Arrays.equals(outcome.output(), large)).as("the same " + large.length + " bytes").isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "x", "abc" })
	void run_tinyInput_arrives(String text) throws Exception {
		assertThat(pmix4j.run("-n", 2, "cat").input(file(text.getBytes())).finish().requireExit(0).text()).isEqualTo(text);
	}

	@Test
	void run_inputForAll_everyRankGetsAllOfIt() throws Exception {
		Outcome outcome = pmix4j.run("--stdin=all", "-n", 3, "wc", "-c").input(file(NUMBERS)).finish().requireExit(0);

		assertThat(outcome.lines()).containsExactly("588895", "588895", "588895");
	}

	@Test
	void run_inputForRankTwo_othersGetNone() throws Exception {
		Outcome outcome = pmix4j.run("--stdin=2", "--tag=rank", "-n", 3, "cat").input(file("x\n".getBytes())).finish().requireExit(0);

		assertThat(outcome.lines()).containsExactly("[2]<stdout>: x");
	}

	@Test
	void run_inputForNone_everyRankGetsEndOfInput() throws Exception {
		assertThat(pmix4j.run("--stdin=none", "-n", 2, "cat").input(file(NUMBERS)).finish().requireExit(0).text()).isEmpty();
	}

	@Test
	void run_rankDoesNotReadOpenInput_jobEnds() throws Exception {
		LauncherRun run = pmix4j.run("-n", 2, "true").inputByTest().start();

		run.end().requireExit(0);
		run.input().close();
	}

	@Test
	void run_rankExitsDuringInput_jobEnds() throws Exception {
		assertThat(pmix4j.run("-n", 1, "head", "-n", 1).input(file(NUMBERS)).finish().requireExit(0).text()).isEqualTo("1\n");
	}

	@Test
	void run_inputIsClosed_ranksGetEndOfInput() throws Exception {
		Path closing = Wrapper.write(scratch, "exec \"$PMIX4J\" \"$@\" <&-");

		assertThat(pmix4j.run("-n", 1, "cat").through(closing).finish().requireExit(0).text()).isEmpty();
	}

	private Path file(byte[] content) throws IOException {
		return Files.write(scratch.resolve("input"), content);
	}
}
