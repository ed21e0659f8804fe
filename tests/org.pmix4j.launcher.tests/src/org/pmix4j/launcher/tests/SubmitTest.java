// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.ProcessTable;
import org.pmix4j.testkit.ServerRun;

/** Tests jobs in a server that stays: each has output, input, signals and exit code as under {@code pmix4j run}. */
class SubmitTest {
	private static final Duration MOMENT = Duration.ofSeconds(10);

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	private ServerRun server;

	@BeforeEach
	void start() {
		server = ServerRun.start(pmix4j);
	}

	@AfterEach
	void stop() {
		if (server.run().isAlive()) {
			server.stop();
		}
	}

	@Test
	void submit_anyOutputAndEnd_isThatOfRun() {
		List<List<Object>> jobs = List.of(
				List.of("-n", 3, "sh", "-c", "echo out $PMIX_RANK; echo err $PMIX_RANK >&2"),
				List.of("-n", 2, "--output", "tag", "sh", "-c", "printf 'a\\nb'; echo err >&2"),
				List.of("-n", 2, "--output", "xml", "sh", "-c", "echo '<&>'"),
				List.of("-n", 2, "--output", "merge", "sh", "-c", "echo out; echo err >&2"),
				List.of("-n", 1, "sh", "-c", "printf unfinished"),
				List.of("-n", 2, "sh", "-c", "[ $PMIX_RANK = 0 ] || exit 3; sleep 100"),
				List.of("-n", 1, "sh", "-c", "kill -9 $$"),
				List.of("-n", 1, "no-such-program"),
				List.of("-n", 1, "--timeout", "0.5", "sleep", 100),
				List.of("sh", "-c", "echo $PMIX_RANK"),
				List.of("--map-by", "ppr:1:core", "sh", "-c", "echo $PMIX_RANK"),
				List.of("-n", 1, "true", ":", "-n", 2, "sh", "-c", "echo $PMIX_RANK"));
		for (List<Object> job : jobs) {
			Outcome run = pmix4j.run(job.toArray()).finish();
			Outcome submitted = server.submit(job.toArray()).finish();

			assertThat(submitted.exitCode()).as(submitted.toString()).isEqualTo(run.exitCode());
			assertThat(comparable(submitted.text())).as(job.toString()).isEqualTo(comparable(run.text()));
			assertThat(comparable(submitted.errors())).as(job.toString()).isEqualTo(comparable(run.errors()));
		}
	}

	/**
	 * Returns the lines in an order of their own, as ranks write in any order, and whether the last one is complete, whichever that is.
	 * Jobs, namespaces, processes and times have numbers of their own.
	 */
	static List<String> comparable(String text) {
		Stream<String> lines = text.replaceAll("(job |pid |, |PID:? |offset |LWP |process )\\d+\\b", "$1N")
				.replaceAll("0x\\w+", "HEX").replaceAll(":\\d{3,}\\]", ":N]").replaceAll("\\d\\d:\\d\\d:\\d\\d", "TIME")
				.replaceAll("\\[\\d+,", "[J,").replaceAll("p4j-\\w+@\\d+", "NS")
				.lines().sorted();
		return Stream.concat(lines, Stream.of(text.endsWith("\n") ? "complete" : "incomplete")).toList();
	}

	@Test
	void submit_reportPid_fileIsThereUntilTheEnd() {
		Path file = scratch.resolve("pid");

		Outcome outcome = server.submit("--report-pid", file, "-n", 1, "cat", file).finish().requireExit(0);

		assertThat(outcome.text()).matches("\\d+\n");
		assertThat(file).doesNotExist();
	}

	@Test
	void submit_reportPidAndKill_fileIsRemoved() {
		Path file = scratch.resolve("killed");
		LauncherRun run = server.submit("--report-pid", file, "-n", 1, "sleep", 1000).start();
		Await.until("the process id is reported", Duration.ofSeconds(60), () -> file.toFile().length() > 0);

		run.signal("KILL").end();

		Await.until("the file is removed", Duration.ofSeconds(60), () -> Files.notExists(file));
	}

	@Test
	void submit_otherSurroundings_areThoseOfTheShell() throws IOException {
		Path folder = Files.createDirectory(scratch.resolve("folder"));

		Outcome outcome = server.submit("-n", 1, "sh", "-c", "pwd; echo $MINE; umask; echo $0 $1", "zero", "o n e").in(folder)
				.with("MINE", "set by the shell").finish().requireExit(0);

		assertThat(outcome.lines()).startsWith(folder.toRealPath().toString(), "set by the shell").endsWith("zero o n e");
	}

	@Test
	void submit_otherUmask_ranksHaveIt() {
		Outcome outcome = ServerRun.command(pmix4j, "submit", "-n", 1, "sh", "-c", "umask").inside(List.of("sh", "-c",
				"umask 027; exec \"$@\"", "sh")).finish().requireExit(0);

		assertThat(outcome.lines()).containsExactly("0027");
	}

	@Test
	void submit_otherUmask_filesForTheJobHaveIt() throws IOException {
		for (String mask : List.of("027", "000", "077")) {
			Path folder = scratch.resolve("out" + mask);
			Path table = scratch.resolve("table" + mask);
			ServerRun.command(pmix4j, "submit", "--output", "dir=" + folder, "--output-proctable=" + table, "-n", 1, "echo", "text")
					.inside(List.of("sh", "-c", "umask " + mask + "; exec \"$@\"", "sh")).finish().requireExit(0);

			int kept = ~Integer.parseInt(mask, 8);
			assertThat(mode(folder)).isEqualTo(0777 & kept);
			assertThat(mode(table)).isEqualTo(0666 & kept);
			try (var files = Files.walk(folder)) {
				assertThat(files.filter(file -> file.endsWith("stdout"))).singleElement()
						.satisfies(file -> assertThat(mode(file)).isEqualTo(0666 & kept));
			}
		}
	}

	@Test
	void submit_jobsOfTwoUmasks_doNotMixTheirs() throws IOException {
		List<LauncherRun> runs = new ArrayList<>();
		for (String mask : List.of("000", "077")) {
			runs.add(ServerRun.command(pmix4j, "submit", "--output", "file=" + scratch.resolve("of" + mask + "/rank"), "-n", 100, "sh", "-c",
					"umask").inside(List.of("sh", "-c", "umask " + mask + "; exec \"$@\"", "sh")).start());
		}
		for (LauncherRun run : runs) {
			run.end().requireExit(0);
		}

		for (String mask : List.of("000", "077")) {
			assertThat(mode(scratch.resolve("of" + mask))).isEqualTo(0777 & ~Integer.parseInt(mask, 8));
			try (var files = Files.list(scratch.resolve("of" + mask))) {
				List<Path> all = files.filter(file -> file.toString().endsWith(".out")).toList();
				assertThat(all).hasSize(100).allSatisfy(file -> {
					assertThat(mode(file)).isEqualTo(0666 & ~Integer.parseInt(mask, 8));
					assertThat(file).hasContent("0" + mask);
				});
			}
		}
	}

	private static int mode(Path file) {
		try {
			return (int) Files.getAttribute(file, "unix:mode") & 0777;
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	@Test
	void submit_outputDirectory_isThatOfTheShell() throws IOException {
		server.submit("-n", 1, "--output", "dir=out", "echo", "text").in(scratch).finish().requireExit(0);

		try (var files = Files.walk(scratch.resolve("out"))) {
			assertThat(files.filter(file -> file.endsWith("stdout"))).singleElement()
					.satisfies(file -> assertThat(file).hasContent("text"));
		}
	}

	@Test
	void submit_input_reachesItsTarget() throws IOException {
		Path input = scratch.resolve("input");
		String text = "0123456789abcdef\n".repeat(200_000);
		Files.writeString(input, text);

		Outcome outcome = server.submit("-n", 2, "--stdin", 1, "cksum").input(input).finish().requireExit(0);

		assertThat(outcome.lines()).anyMatch(line -> line.endsWith(" " + text.length())).contains("4294967295 0");
	}

	@Test
	void submit_fromSeveralShellsAtOnce_eachHasItsInputOutputAndCode() throws IOException {
		List<LauncherRun> runs = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			runs.add(server.submit("-n", 1, "sh", "-c", "echo ready; cat; echo $0 >&2; exit $0", 10 + i).inputByTest().start());
		}
		runs.forEach(run -> run.awaitOutput("ready"));
		for (int i = 0; i < 4; i++) {
			write(runs.get(i), "input " + i + "\n").input().close();
		}
		for (int i = 0; i < 4; i++) {
			Outcome outcome = runs.get(i).end().requireExit(10 + i);

			assertThat(outcome.lines()).containsExactly("ready", "input " + i);
			assertThat(outcome.errorLines()).hasSize(2).contains(String.valueOf(10 + i));
		}
	}

	@Test
	void submit_inputThatCannotBeRead_endsForTheRank() {
		// a process has no memory at address 0, so reading it fails
		Outcome outcome = server.submit("-n", 1, "cat").input(Path.of("/proc/self/mem")).finish().requireExit(0);

		assertThat(outcome.errors()).contains("standard input ends here, as it cannot be read");
	}

	@Test
	void submit_floodOfOutput_losesNothing() {
		Outcome outcome = server.submit("-n", 2, "sh", "-c", "yes 0123456789abcde | head -n 1000000").finish().requireExit(0);

		assertThat(outcome.output()).hasSize(2 * 16 * 1_000_000);
	}

	@Test
	void submit_readerGoes_jobEnds() {
		Outcome outcome = server.submit("-n", 1, "yes").inside(List.of("sh", "-c", "\"$@\" | head -n 1; ", "sh")).finish().requireExit(0);

		assertThat(outcome.lines()).containsExactly("y");
		awaitNoRanks();
	}

	@Test
	void submit_mpiProgram_allRanksPass() {
		server.submit("-n", 4, Peers.c("mpi_ring")).finish().requirePeers("mpi_ring", 4);
		server.submit("-n", 4, Peers.c("pmix_fence")).finish().requirePeers("pmix_fence", 4);
	}

	@Test
	void signal_ofOneSubmitter_endsItsJobAlone() {
		LauncherRun other = server.submit("-n", 1, "sh", "-c", "echo ready; read line; echo $line").inputByTest().start()
				.awaitOutput("ready");
		LauncherRun run = server.submit("-n", 2, "sh", "-c", "echo ready; sleep 1000").start().awaitOutput("ready");

		Outcome outcome = run.signal("INT").end().requireExit(130);

		assertThat(outcome.errorLines()).containsExactly("pmix4j: the job was interrupted; 2 ranks were ended");
		assertThat(write(other, "goes on\n").end().requireExit(0).lines()).containsExactly("ready", "goes on");
	}

	@Test
	void signal_forPrograms_reachesTheRanks() {
		LauncherRun run = server.submit("-n", 1, "sh", "-c", "trap 'echo got; exit 7' USR1; echo ready; while :; do sleep 0.05; done").start()
				.awaitOutput("ready");

		run.signal("USR1").awaitOutput("got").end().requireExit(7);
	}

	@Test
	void kill_ofTheSubmitter_endsItsJob() {
		LauncherRun run = server.submit("-n", 2, "sh", "-c", "echo ready; sleep 1000").start().awaitOutput("ready");

		run.kill();

		awaitNoRanks();
		server.submit("-n", 1, "echo", "next").finish().requireExit(0);
	}

	@Test
	void kill_ofTheServer_submitterSaysSo() {
		LauncherRun run = server.submit("-n", 1, "sh", "-c", "echo ready; sleep 1000").start().awaitOutput("ready");

		server.run().kill();

		Outcome outcome = run.end().requireExit(70);
		assertThat(outcome.errorLines()).containsExactly("pmix4j: the server has ended before the job; it takes the processes of the job along");
	}

	@Test
	void stop_jobRuns_endsIt() {
		LauncherRun run = server.submit("-n", 2, "sh", "-c", "echo ready; sleep 1000").start().awaitOutput("ready");

		server.stop();

		assertThat(run.end().requireExit(1).errors()).contains("2 ranks were ended");
	}

	@Test
	void stop_byForce_killsStubbornJobs() {
		LauncherRun run = server.submit("-n", 1, "sh", "-c", "trap '' INT TERM HUP; echo ready; while :; do sleep 1000; done").start()
				.awaitOutput("ready");

		ServerRun.command(pmix4j, "stop", "--force").finish().requireExit(0);

		server.run().end().requireExit(0);
		run.end();
	}

	@Test
	void submit_optionOfTheServer_isRefused() {
		Outcome outcome = server.submit("--tmpdir", "/tmp", "true").finish().requireExit(2);

		assertThat(outcome.errorLines()).startsWith("pmix4j: option --tmpdir belongs to the server; give it to 'pmix4j server'");
	}

	private static LauncherRun write(LauncherRun run, String text) {
		try {
			run.input().write(text.getBytes());
			run.input().flush();
			return run;
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	private void awaitNoRanks() {
		assertThat(Await.untilEmpty(MOMENT, () -> ProcessTable.descendants(server.run().pid()).stream()
				.filter(process -> process.isAlive() && !process.command().contains("pmix4j-watchdog")).toList())).isEmpty();
	}
}
