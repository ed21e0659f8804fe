// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Launcher;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.ProcessTable;

/** Tests much output of many ranks that exit at once: every byte arrives, in order for each rank, and the launcher stays small. */
class OutputFloodTest {
	/** Limit that a launcher which buffers all output would soon exceed; the JVM with all classes loaded takes about half of it. */
	private static final long MEMORY_LIMIT = 200 << 20;

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	@ParameterizedTest
	@CsvSource({ "lines,10000000", "open,500000" })
	void run_sixtyFourRanksWriteAndExit_everyByteArrives(String mode, int bytes) throws Exception {
		LauncherRun run = flood(64, bytes, mode, "out").limit(Duration.ofSeconds(100)).outputByTest().start();
		FloodReader reader = new FloodReader().read(run.output());

		run.end().requireExit(0);

		assertThat(reader.differences(scratch, "out", 64)).isEmpty();
	}

	@Test
	void run_bothStreams_everyByteArrives() throws Exception {
		Outcome outcome = flood(8, 300_000, "lines", "both").finish().requireExit(0);

		assertThat(reader(outcome.output()).differences(scratch, "out", 8)).isEmpty();
		assertThat(reader(outcome.errors().getBytes(StandardCharsets.UTF_8)).differences(scratch, "err", 8)).isEmpty();
	}

	@Test
	void run_mergedStreams_everyLineArrivesOnStandardOutput() {
		Outcome outcome = pmix4j.run("--merge-stderr", "-n", 4, Peers.c("out_flood"), 200_000, "lines", "both").finish().requireExit(0);

		assertThat(outcome.errors()).isEmpty();
		assertThat(outcome.output()).hasSize(4 * 2 * 200_000);
		assertThat(outcome.lines()).allMatch(line -> line.matches("0000[0-3] \\d{10} ([a-z])\\1*\\.?") || line.length() < 79);
	}

	@Test
	void run_ranksKilledAfterLastByte_everyByteArrives() throws Exception {
		Outcome outcome = pmix4j.run("--continue", "-n", 8, Peers.c("out_flood"), 500_000, "lines", "out", "kill")
				.with("OUT_FLOOD_HASHES", scratch.toString()).finish().requireExit(137);

		assertThat(reader(outcome.output()).differences(scratch, "out", 8)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void run_oneLineOfMegabytes_arrives(boolean raw) throws Exception {
		int bytes = 5_000_000;
		List<Object> options = raw ? List.of("--raw", "-n", 1) : List.of("-n", 1);
		Object[] words = Stream.concat(options.stream(), Stream.of(Peers.c("out_flood"), bytes, "solid")).toArray();

		Outcome outcome = pmix4j.run(words).with("OUT_FLOOD_HASHES", scratch.toString()).finish().requireExit(0);

		assertThat(reader(outcome.output()).differences(scratch, "out", 1)).isEmpty();
	}

	@Test
	void run_millionLines_memoryStaysSmall() throws Exception {
		LauncherRun run = pmix4j.run("--tag", "-n", 2, "sh", "-c",
				"yes 'a line of a program that prints a lot' | head -n 500000; echo done.$PMIX_RANK; read rest || true").inputByTest()
						.outputByTest()
				.start();
		long lines = 0;
		int ends = 0;
		while (ends < 2) {
			String line = readLine(run.output());
			ends += line.contains("done.") ? 1 : 0;
			lines++;
		}
		long memory = ProcessTable.peakMemory(run.pid());
		run.input().close();

		run.end().requireExit(0);

		assertThat(lines).isEqualTo(1_000_002);
		assertThat(memory).isLessThan(MEMORY_LIMIT);
	}

	/** Ranks write to a pseudo-terminal, or to a pipe. */
	@ParameterizedTest
	@CsvSource({"--merge-stderr, wait_woken", "--no-pty, pipe"})
	void run_readerStops_ranksWaitAndMemoryStaysSmall(String option, String wait) throws Exception {
		LauncherRun run = pmix4j.run(option, "-n", 4, Peers.c("out_flood"), 30_000_000, "lines", "out")
				.with("OUT_FLOOD_HASHES", scratch.toString()).outputByTest().start();
		byte[] first = run.output().readNBytes(1);
		Await.until("all ranks wait in write(2)", Duration.ofSeconds(20),
				() -> ProcessTable.descendants(run.pid()).stream().filter(entry -> entry.command().contains("out_flood"))
						.filter(entry -> ProcessTable.text(entry.pid(), "wchan").contains(wait)).count() == 4);
		long memory = ProcessTable.peakMemory(run.pid());
		FloodReader reader = new FloodReader().read(new SequenceInputStream(new ByteArrayInputStream(first), run.output()));

		run.end().requireExit(0);

		assertThat(memory).isLessThan(MEMORY_LIMIT);
		assertThat(reader.differences(scratch, "out", 4)).isEmpty();
	}

	private Launcher flood(int ranks, int bytes, String mode, String streams) {
		return pmix4j.run("-n", ranks, Peers.c("out_flood"), bytes, mode, streams).with("OUT_FLOOD_HASHES", scratch.toString());
	}

	private static FloodReader reader(byte[] bytes) throws Exception {
		return new FloodReader().read(new ByteArrayInputStream(bytes));
	}

	private static String readLine(InputStream stream) throws Exception {
		StringBuilder line = new StringBuilder();
		int value = stream.read();
		while (value >= 0 && value != '\n') {
			line.append((char) value);
			value = stream.read();
		}
		assertThat(value).as("end of the output").isNotNegative();
		return line.toString();
	}
}
