// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

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
import org.pmix4j.testkit.OutputBytes;

/** Tests standard input: it is exact, reaches the right ranks, and never causes a hang. */
class StandardInputTest {
	private static final byte[] LINES = "a\nb\nc\n".getBytes();
	private static final byte[] NUMBERS_TO_NINE = "1\n2\n3\n4\n5\n6\n7\n8\n9\n".getBytes();
	/** Ends when there is input, or its end, and reads nothing. */
	private static final String AWAIT_INPUT = "until read -t 0; do :; done";
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

	@ParameterizedTest
	@ValueSource(strings = { "exit 0", AWAIT_INPUT, "exec <&-; exit 0" })
	void run_inLoopOverFileAndReadsNothing_allTurnsRun(String program) throws Exception {
		Outcome outcome = pmix4j.run("-n", 2, "bash", "-c", program).through(loop()).input(file(LINES)).finish().requireExit(0);

		assertThat(outcome.lines()).containsExactly("turn a", "turn b", "turn c");
		assertThat(outcome.errors()).isEmpty();
	}

	@Test
	void run_inLoopOverPipeAndReadsNothing_saysOnceThatTheRestIsLost() throws Exception {
		LauncherRun run = pmix4j.run("-n", 2, "bash", "-c", AWAIT_INPUT).through(loop()).inputByTest().start();
		run.input().write(LINES);
		run.input().close();

		Outcome outcome = run.end().requireExit(0);
		assertThat(outcome.lines()).containsExactly("turn a");
		assertThat(outcome.errors().lines()).singleElement().asString().contains("the 4 bytes", "--stdin none");
	}

	@Test
	void run_inLoopOverPipeWithoutInput_allTurnsRun() throws Exception {
		LauncherRun run = pmix4j.run("--stdin", "none", "-n", 2, "true").through(loop()).inputByTest().start();
		run.input().write(LINES);
		run.input().close();

		assertThat(run.end().requireExit(0).lines()).containsExactly("turn a", "turn b", "turn c");
	}

	@Test
	void run_rankReadsPart_nextReaderOfFileGetsTheRest() throws Exception {
		Outcome outcome = pmix4j.run("--stdin", "all", "-n", 2, "bash", "-c", "read -r line; [ $PMIX_RANK = 0 ] || read -r line").through(loop())
				.input(file(NUMBERS_TO_NINE)).finish().requireExit(0);

		assertThat(outcome.lines()).as("the rank that reads most counts").containsExactly("turn 1", "turn 4", "turn 7");
		assertThat(outcome.errors()).isEmpty();
	}

	@Test
	void run_rankReadsPartOfLargeFile_nextReaderGetsExactlyTheRest() throws Exception {
		Path rest = Wrapper.write(scratch, "\"$PMIX4J\" \"$@\"; cat");

		Outcome outcome = pmix4j.run("-n", 1, "head", "-c", 100_000).through(rest).input(file(NUMBERS)).finish().requireExit(0);

		assertThat(outcome.output()).isEqualTo(NUMBERS);
	}

	@Test
	void run_rankReadsPartOfPipe_isSilent() throws Exception {
		LauncherRun run = pmix4j.run("-n", 1, "head", "-n", 1).inputByTest().start();
		run.input().write(LINES);
		run.input().close();

		Outcome outcome = run.end().requireExit(0);
		assertThat(outcome.text()).isEqualTo("a\n");
		assertThat(outcome.errors()).isEmpty();
	}

	@Test
	void run_rankReadsAll_loopEndsInSilence() throws Exception {
		Outcome outcome = pmix4j.run("-n", 1, "cat").through(loop()).input(file(LINES)).finish().requireExit(0);

		assertThat(outcome.lines()).containsExactly("turn a", "b", "c");
		assertThat(outcome.errors()).isEmpty();
	}

	private Path loop() throws IOException {
		return Wrapper.write(scratch, "while read -r line; do echo \"turn $line\"; \"$PMIX4J\" \"$@\"; done");
	}

	private Path file(byte[] content) throws IOException {
		return Files.write(scratch.resolve("input"), content);
	}
}
