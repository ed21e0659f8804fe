// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.placement.internal.topology.HwlocXml;
import org.pmix4j.placement.internal.topology.SyntheticHardware;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Launcher;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.ServerRun;

/** Tests servers and submitters of PRRTE 3.0.8 and of ours with each other. */
class PrrteServerTest {
	private static final Duration MOMENT = Duration.ofSeconds(30);

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	/** What the next command reads. */
	private Redirect input = Redirect.PIPE;

	@Test
	void submit_toPrte_runsTheJob() throws Exception {
		Process prte = startPrte();
		try {
			Outcome outcome = submit("sh", "-c", "read line; echo out $PMIX_RANK $line; echo err >&2; exit 3")
					.input(Files.writeString(scratch.resolve("input"), "a line\n")).finish();

			assertThat(outcome.lines()).as(outcome.toString()).contains("out 0 a line");
			assertThat(outcome.errorLines()).contains("err");
			outcome.requireExit(3);
		} finally {
			end(prte);
		}
	}

	/** PRRTE forgets the status of some jobs that are as short as these. */
	@Test
	void submit_manyShortJobsToPrte_eachEndsWithItsCodeOrSaysThatItIsLost() throws Exception {
		Process prte = startPrte();
		try {
			for (int i = 0; i < 20; i++) {
				Outcome outcome = submit("sh", "-c", "exit " + i % 4).finish();

				if (outcome.errors().contains("the server does not report its end; its exit code is unknown")) {
					outcome.requireExit(70);
				} else {
					outcome.requireExit(i % 4);
				}
			}
		} finally {
			end(prte);
		}
	}

	@Test
	void submit_toPrteInTheBackground_runsTheJob() throws Exception {
		Path pid = scratch.resolve("pid");
		Process parent = start(List.of("prte", "--allow-run-as-root", "--daemonize", "--report-uri", uri().toString(), "--report-pid",
				pid.toString()));
		assertThat(parent.waitFor()).isZero();
		// the parent ends before the daemon has written its files
		Await.until("the address and the process id of prte", MOMENT, () -> hasText(uri()) && hasText(pid));
		ProcessHandle prte = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
		try {
			submit("sh", "-c", "read line; exit 3").input(Files.writeString(scratch.resolve("input"), "a line\n")).finish().requireExit(3);
		} finally {
			prte.destroy();
			Await.until("the end of prte", MOMENT, () -> !prte.isAlive());
		}
	}

	@Test
	void submit_toPrteWithTags_namesJobAndRank() throws Exception {
		Process prte = startPrte();
		try {
			Outcome outcome = command("submit", "--output", "tag", "-n", 2, "sh", "-c", "sleep 0.3; echo out; echo err >&2").finish().requireExit(0);

			assertThat(outcome.lines()).hasSize(2).allMatch(line -> line.matches("\\[\\d+,[01]\\]<stdout>: out"));
			assertThat(outcome.errorLines()).hasSize(2).allMatch(line -> line.matches("\\[\\d+,[01]\\]<stderr>: err"));
		} finally {
			end(prte);
		}
	}

	@Test
	void submit_muchInputToPrte_arrivesInFull() throws Exception {
		Process prte = startPrte();
		try {
			Outcome outcome = submit("wc", "-c").input(Files.write(scratch.resolve("input"), new byte[1 << 20])).finish().requireExit(0);

			assertThat(outcome.text().strip()).isEqualTo("1048576");
		} finally {
			end(prte);
		}
	}

	@Test
	void submit_optionThatPrteLacks_isRefusedByName() throws Exception {
		Process prte = startPrte();
		try {
			Outcome outcome = command("submit", "--max-restarts", 1, "-n", 1, "true").finish().requireExit(1);

			assertThat(outcome.errors()).contains("does not honor option --max-restarts");
		} finally {
			end(prte);
		}
	}

	@Test
	void submit_directoryIsMissingAtPrte_isRefused() throws Exception {
		Process prte = startPrte();
		try {
			Outcome outcome = command("submit", "--wdir", "/nowhere/missing", "-n", 1, "pwd").finish();

			assertThat(outcome.exitCode()).isNotZero();
			assertThat(outcome.text()).isEmpty();
		} finally {
			end(prte);
		}
	}

	@Test
	void submit_prteEnds_saysSo() throws Exception {
		Process prte = startPrte();
		LauncherRun run = submit("sh", "-c", "echo ready; exec cat").inputByTest().start().awaitOutput("ready");

		prte.destroyForcibly().waitFor();

		assertThat(run.end().requireExit(70).errors()).contains("the server has ended before the job; its processes may still run");
	}

	@Test
	void toolCommands_toPrte_listFollowAndEndItsJob() throws Exception {
		Process prte = startPrte();
		try {
			LauncherRun run = submit("sh", "-c", "echo ready; exec cat").inputByTest().start().awaitOutput("ready");
			List<String> jobs = command("ps").finish().requireExit(0).lines();
			assertThat(jobs).hasSize(2).last().asString().matches("prte-\\S+\\s+1\\s+running\\s+sh -c echo ready; exec cat");
			LauncherRun output = command("output", "--tag=rank").start().awaitErrors("following the output");

			run.input().write("a line\n".getBytes(StandardCharsets.UTF_8));
			run.input().flush();
			output.awaitOutput("[0]<stdout>: a line\n");
			command("ctrl", "kill", jobs.get(1).split(" ")[0]).finish().requireExit(0);

			output.end().requireExit(0);
			run.end();
		} finally {
			end(prte);
		}
	}

	/** Returns a command that attaches to prte. */
	private Launcher command(String name, Object... words) {
		return ServerRun.command(pmix4j, name, Stream.concat(Stream.of("--dvm-uri", "file:" + uri()), Stream.of(words)).toArray());
	}

	@Test
	void prun_toOurServer_runsTheJob() throws Exception {
		ServerRun server = ServerRun.start(pmix4j, "--report-uri", uri());
		input = Redirect.from(Files.writeString(scratch.resolve("input"), "a line of input\n").toFile());
		Process prun = prun("2", "sh", "-c", "echo out $PMIX_RANK; cat");

		List<String> lines = new String(prun.getInputStream().readAllBytes()).lines().toList();

		assertThat(prun.waitFor()).as(lines.toString()).isZero();
		assertThat(lines).contains("out 0", "out 1", "a line of input");
		server.stop();
	}

	@ParameterizedTest
	@CsvSource({ "exit 0, 0", "exit 3, 3", "kill -KILL $$, 137" })
	void prun_toOurServer_exitsAsTheJob(String command, int code) throws Exception {
		ServerRun server = ServerRun.start(pmix4j, "--report-uri", uri());

		Process prun = prun("1", "sh", "-c", command);

		assertThat(prun.waitFor()).isEqualTo(code);
		server.stop();
	}

	@Test
	void prun_andSubmitAtOnce_keepTheirOutput() throws Exception {
		ServerRun server = ServerRun.start(pmix4j, "--report-uri", uri());
		Process prun = prun("1", "sh", "-c", "echo prun; until [ -e " + scratch + "/go ]; do sleep 0.05; done; echo prun");

		Outcome outcome = server.submit("-n", 1, "echo", "submit").finish().requireExit(0);
		Files.createFile(scratch.resolve("go"));

		assertThat(new String(prun.getInputStream().readAllBytes()).lines()).containsExactly("prun", "prun");
		assertThat(prun.waitFor()).isZero();
		assertThat(outcome.lines()).containsExactly("submit");
		server.stop();
	}

	/** Each job begins on the first node again, since no job of another tool is its parent. */
	@Test
	void maps_ofSeveralJobsOfOneServer_areThoseOfPrte() throws Exception {
		Path hardware = Files.writeString(scratch.resolve("hardware.xml"),
				HwlocXml.of(SyntheticHardware.parse("package:2 core:2 pu:2"), "simulated"));
		List<List<String>> jobs = List.of(List.of("-n", "5"), List.of("-n", "2", "--map-by", "node"), List.of("-n", "1"),
				List.of("-n", "4", "--map-by", "package:span"), List.of("-n", "1", "--map-by", ":nolocal"));
		Process prte = startPrte("--runtime-options", "donotlaunch", "--prtemca", "ras", "simulator", "--prtemca", "ras_simulator_num_nodes",
				"3", "--prtemca", "ras_simulator_slots", "4", "--prtemca", "ras_simulator_max_slots", "0", "--prtemca",
				"hwloc_use_topo_file", hardware.toString());
		List<String> theirs = new ArrayList<>();
		try {
			for (List<String> job : jobs) {
				List<String> words = new ArrayList<>(List.of("prun", "--allow-run-as-root", "--dvm-uri", "file:" + uri(), "--display", "map",
						"--runtime-options", "donotlaunch"));
				words.addAll(job);
				words.add("true");
				theirs.add(withoutServer(new String(start(words).getInputStream().readAllBytes(), StandardCharsets.UTF_8)));
			}
		} finally {
			end(prte);
		}

		ServerRun server = ServerRun.start(pmix4j, "--simulate", "3*nodeA:slots=4:" + hardware);
		List<String> ours = new ArrayList<>();
		for (List<String> job : jobs) {
			Stream<Object> options = Stream.of("--pid", server.run().pid(), "--display", "map", "--do-not-launch");
			ours.add(withoutServer(server.submit(Stream.of(options, job.stream(), Stream.of("true")).flatMap(words -> words).toArray())
					.finish().requireExit(0).text()));
		}
		server.stop();

		assertThat(ours).isEqualTo(theirs).allMatch(map -> map.contains("Data for node: nodeA"));
	}

	/** Returns a map without the name of the server before the number of the job. */
	private static String withoutServer(String map) {
		return map.replaceAll("\\S+@(\\d+)", "JOB $1").strip();
	}

	private Path uri() {
		return scratch.resolve("uri");
	}

	private Process startPrte(String... options) throws IOException {
		List<String> words = new ArrayList<>(List.of("prte", "--allow-run-as-root", "--report-uri", uri().toString()));
		words.addAll(List.of(options));
		Process prte = start(words);
		Await.until("the address of prte", MOMENT, () -> hasText(uri()));
		return prte;
	}

	private static void end(Process prte) throws InterruptedException {
		prte.destroy();
		prte.waitFor();
	}

	/** Returns a submission of one rank to prte. */
	private Launcher submit(Object... program) {
		return ServerRun.command(pmix4j, "submit", Stream.concat(Stream.of("--dvm-uri", "file:" + uri(), "-n", 1),
				Stream.of(program)).toArray());
	}

	/** Starts prun, which ends after a minute at the latest: reading its output cannot be interrupted. */
	private Process prun(String... words) throws IOException {
		List<String> command = new ArrayList<>(List.of("timeout", "60", "prun", "--allow-run-as-root", "--dvm-uri", "file:" + uri(), "-n"));
		command.addAll(List.of(words));
		return start(command);
	}

	private Process start(List<String> words) throws IOException {
		ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(Peers.trixie(words))).redirectError(scratch.resolve("errors").toFile())
				.redirectInput(input);
		builder.environment().put("TMPDIR", scratch.toString());
		return builder.start();
	}

	private static boolean hasText(Path file) {
		try {
			return Files.exists(file) && Files.size(file) > 0;
		} catch (IOException e) {
			return false;
		}
	}
}
