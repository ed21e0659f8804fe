// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests each topic of calls in a real job: under PMIx4J's launcher, mpirun 4.1, and prterun of Debian 13. */
class CallsTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();
	@TempDir
	private Path directory = Path.of("");

	private static List<String> probe(String topic) {
		List<String> command = new ArrayList<>(ProbeCommand.line(CallProbe.class));
		command.add(topic);
		return command;
	}

	@ParameterizedTest
	@CsvSource({ "names,1", "names,3", "resolve,3", "spawn,2", "groups,2", "groups,4", "groupfence,3", "host,2" })
	void topic_ownServer_passes(String topic, int ranks) {
		List<Object> command = new ArrayList<>(List.of("-n", ranks));
		command.addAll(probe(topic));

		requirePass(topic, ranks, pmix4j.run(command.toArray()).finish());
	}

	private static void requirePass(String topic, int ranks, Outcome outcome) {
		outcome.requirePeers("probe", ranks);
		if (topic.equals("spawn")) {
			outcome.requirePeers("child", 2);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "names", "resolve", "spawn" })
	void topic_mpirun_passes(String topic) throws IOException, InterruptedException {
		Peers.c("mpi_hello");

		requirePass(topic, 2, CServer.MPIRUN.run(directory, 2, probe(topic)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "names", "resolve", "spawn", "groups" })
	void topic_prterun_passes(String topic) throws IOException, InterruptedException {
		requirePass(topic, 2, CServer.PRTERUN.run(directory, 2, probe(topic)));
	}

	@Test
	void mixedJob_ownServer_passesWithBothReleasesOfTheCLibrary() {
		List<Object> command = new ArrayList<>(List.of("-n", 2));
		command.addAll(probe("mixed"));
		command.addAll(List.of(":", "-n", 1, Peers.c("pmix_mixed"), ":", "-n", 1, Peers.trixie("pmix_mixed")));

		pmix4j.run(command.toArray()).finish().requirePeers("probe", 4);
	}

	@Test
	void mixedJobWithoutEventsAndGroups_mpirun_passesWithBothReleasesOfTheCLibrary() throws IOException, InterruptedException {
		List<String> program = probe("plain");
		program.addAll(List.of(":", "-n", "1", Peers.c("pmix_mixed").toString(), "--plain"));
		program.addAll(List.of(":", "-n", "1", Peers.trixie("pmix_mixed").toString(), "--plain"));

		CServer.MPIRUN.run(directory, 2, program).requirePeers("probe", 4);
	}

	@Test
	void mixedJob_prterun_passes() throws IOException, InterruptedException {
		List<String> program = probe("mixed");
		program.addAll(List.of(":", "-n", "1", Peers.trixie("pmix_mixed").toString()));

		CServer.PRTERUN.run(directory, 2, program).requirePeers("probe", 3);
	}

	@Test
	void mixedJobWithoutGroups_prterun_passesWithBothReleasesOfTheCLibrary() throws IOException, InterruptedException {
		List<String> program = probe("notify");
		program.addAll(List.of(":", "-n", "1"));
		program.addAll(Peers.cInTrixie("pmix_mixed"));
		program.addAll(List.of("--nogroups", ":", "-n", "1", Peers.trixie("pmix_mixed").toString(), "--nogroups"));

		CServer.PRTERUN.run(directory, 2, program).requirePeers("probe", 4);
	}

	/** A debugger in C attaches when all ranks have stopped, and releases them. */
	@Test
	void stopInInit_ownServer_ranksWaitForTheDebugger() throws IOException, InterruptedException {
		List<Object> command = new ArrayList<>(List.of("--stop-in-init", "--report-uri", "-", "-n", 2));
		command.addAll(probe("names"));
		LauncherRun run = pmix4j.run(command.toArray()).start().awaitOutput("\n");
		String uri = run.outputSoFar().lines().findFirst().orElseThrow();

		Process debugger = new ProcessBuilder(Peers.c("pmix_release").toString(), uri).redirectErrorStream(true).start();
		String said = Await.output(debugger);

		assertThat(debugger.exitValue()).as(said).isZero();
		assertThat(said).startsWith("released");
		run.end().requirePeers("probe", 2);
	}
}
