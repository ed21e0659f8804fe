// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;

/** Tests output of ranks in lines, with and without tags, up to its last byte. */
class OutputTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@Test
	void run_severalRanks_linesOfEachStayInOrder() {
		Outcome outcome = pmix4j.run("-n", 4, "sh", "-c", "i=0; while [ $i -lt 500 ]; do echo $PMIX_RANK $i; i=$((i+1)); done").finish()
				.requireExit(0);

		for (int rank = 0; rank < 4; rank++) {
			String prefix = rank + " ";
			List<String> expected = IntStream.range(0, 500).mapToObj(number -> prefix + number).toList();
			assertThat(outcome.lines().stream().filter(line -> line.startsWith(prefix))).containsExactlyElementsOf(expected);
		}
	}

	@Test
	void run_lineInPieces_isPrintedAsOneLine() {
		Outcome outcome = pmix4j.run("-n", 8, "sh", "-c", "for word in a b c d e f; do printf $PMIX_RANK$word; done; echo").finish()
				.requireExit(0);

		assertThat(outcome.lines()).hasSize(8).allMatch(line -> line.matches("(.)a\\1b\\1c\\1d\\1e\\1f"));
	}

	@Test
	void run_lastLineWithoutNewline_arrives() {
		assertThat(pmix4j.run("-n", 1, "printf", "one\\ntwo").finish().requireExit(0).text()).isEqualTo("one\ntwo");
	}

	@Test
	void run_binaryOutput_isUnchanged() {
		byte[] expected = { 'a', 0, (byte) 0xff, '\r', '\n', (byte) 0xc3, '\n' };

		assertThat(pmix4j.run("-n", 1, "printf", "a\\0\\377\\r\\n\\303\\n").finish().requireExit(0).output()).isEqualTo(expected);
	}

	/** The line is in a buffer of the program if its output is a pipe, and is lost when the program aborts. */
	@ParameterizedTest
	@CsvSource({"--tag=none, last words", "--no-pty, ''"})
	void run_lineBeforeAbort_arrivesUnlessOutputIsPipe(String option, String expected) {
		assertThat(pmix4j.run(option, "-n", 1, "python3", "-c", "import os; print('last words'); os.abort()")
				.with("PYTHONUNBUFFERED", "").finish().requireExit(134)
				.text().strip()).isEqualTo(expected);
	}

	@Test
	void run_standardError_staysSeparate() {
		Outcome outcome = pmix4j.run("-n", 2, "sh", "-c", "echo out; echo err >&2").finish().requireExit(0);

		assertThat(outcome.lines()).containsExactly("out", "out");
		assertThat(outcome.errorLines()).containsExactly("err", "err");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "--tag | \\[1,RANK\\]", "--tag=job | \\[1,RANK\\]", "--tag=rank | \\[RANK\\]",
			"--tag=detailed | \\[1,RANK\\]\\[[^\\]]+:\\d+\\]", "--tag=namespace | \\[p4j-[0-9a-f]+@1,RANK\\]" })
	void run_tag_precedesEachLine(String option, String tag) {
		Outcome outcome = pmix4j.run(option, "-n", 2, "sh", "-c", "printf \"$PMIX_RANK\\n\\nend\"; echo $PMIX_RANK >&2").finish()
				.requireExit(0);

		for (String rank : List.of("0", "1")) {
			String who = tag.replace("RANK", rank);
			String out = who + "<stdout>: ";
			assertThat(outcome.text()).containsPattern("(?m)^" + out + rank + "\\n").containsPattern("(?m)^" + out + "\\n")
					.containsPattern("(?m)^" + out + "end");
			assertThat(outcome.errors()).containsPattern("(?m)^" + who + "<stderr>: " + rank + "$");
		}
	}

	@Test
	void run_tagNone_addsNothing() {
		assertThat(pmix4j.run("--tag=none", "-n", 2, "echo", "x").finish().requireExit(0).text()).isEqualTo("x\nx\n");
	}

	@Test
	void run_timestamp_precedesTag() {
		Outcome outcome = pmix4j.run("--timestamp", "--tag=rank", "-n", 1, "echo", "x").finish().requireExit(0);

		assertThat(outcome.text()).matches("\\[\\w{3} \\w{3} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d \\d{4}\\]\\[0\\]<stdout>: x\\n");
	}

	@Test
	void run_line_isPrintedAtOnce() throws Exception {
		LauncherRun run = pmix4j.run("-n", 1, "sh", "-c", "echo question; read answer; echo $answer").inputByTest().start()
				.awaitOutput("question\n");
		run.input().write("fine\n".getBytes());
		run.input().close();

		assertThat(run.end().requireExit(0).lines()).containsExactly("question", "fine");
	}

	@Test
	void run_readerClosesAfterOneLine_jobEndsSilently() throws Exception {
		LauncherRun run = pmix4j.run("-n", 2, "yes").outputByTest().start();
		try (InputStream reader = run.output()) {
			assertThat(reader.readNBytes(2)).asString().isEqualTo("y\n");
		}

		assertThat(run.end().requireExit(141).errors()).isEmpty();
	}
}
