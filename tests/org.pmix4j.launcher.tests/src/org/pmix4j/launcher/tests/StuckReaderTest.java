// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;

/** Tests that one signal ends a launcher whose output is not read any more, and that it then dies of the signal. */
class StuckReaderTest {
	private static final Duration MOMENT = Duration.ofSeconds(20);
	/** What one signal may take, with a machine that is busy. */
	private static final Duration LIMIT = Duration.ofSeconds(20);
	/** More than a pipe holds, less than the launcher keeps. */
	private static final String FLOOD = "head -c 400000 /dev/zero";

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	@ParameterizedTest
	@CsvSource({ ">&8,INT,130", "2>&8,TERM,143", ">&8 2>&8,HUP,129", ">&8 2>&8,INT,130" })
	void signal_readerIsStuck_launcherDiesOfIt(String stuck, String signal, int code) throws Exception {
		LauncherRun run = stuck(stuck, FLOOD + "; " + FLOOD + " >&2; touch " + scratch + "/full; exec sleep 1000");

		dies(run, signal, code);
	}

	@Test
	void signal_outputIsStuck_messageSaysThatItIsDiscarded() throws Exception {
		LauncherRun run = stuck(">&8", FLOOD + "; touch " + scratch + "/full; exec sleep 1000");

		assertThat(dies(run, "INT", 130).errorLines()).containsExactly(
				"pmix4j: the job has not ended 5 s after SIGINT; its ranks are killed, and output that is not read is discarded",
				"pmix4j: the job was interrupted; 1 rank was ended");
	}

	@Test
	void signal_errorsAreStuckAndRanksResist_launcherDiesOfIt() throws Exception {
		LauncherRun run = stuck("2>&8", "trap '' INT TERM HUP; " + FLOOD + " >&2; touch " + scratch + "/full; exec sleep 1000");

		dies(run, "INT", 130);
	}

	@Test
	void signal_outputFileIsPipeWithoutReader_launcherDiesOfIt() throws Exception {
		Path pipe = scratch.resolve("pipe");
		assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
		LauncherRun run = pmix4j
				.run("--output", "file=" + pipe + ":nocopy", "sh", "-c", "echo out; touch " + scratch + "/full; exec sleep 1000")
				.start();
		awaitFull();

		dies(run, "INT", 130);
	}

	@Test
	void signal_standardInputNeverComes_launcherDiesOfIt() throws Exception {
		LauncherRun run = pmix4j.run("-n", 1, "sh", "-c", "touch " + scratch + "/full; cat").inputByTest().start();
		awaitFull();

		dies(run, "INT", 130);
	}

	private LauncherRun stuck(String redirection, String rank) throws IOException {
		Path script = Wrapper.write(scratch, "mkfifo " + scratch + "/stuck; exec 8<>" + scratch + "/stuck; exec \"$PMIX4J\" \"$@\" "
				+ redirection);
		LauncherRun run = pmix4j.run("-n", 1, "sh", "-c", rank).through(script).start();
		awaitFull();
		return run;
	}

	private void awaitFull() {
		Await.until("the rank has written", MOMENT, () -> Files.exists(scratch.resolve("full")));
	}

	private static Outcome dies(LauncherRun run, String signal, int code) {
		long start = System.nanoTime();
		Outcome outcome = run.signal(signal).end().requireExit(code);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
		assertThat(outcome.errors()).doesNotContain("Exception", "\tat ");
		return outcome;
	}
}
