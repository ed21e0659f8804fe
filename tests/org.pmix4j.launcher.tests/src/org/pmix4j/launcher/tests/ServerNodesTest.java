// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.ServerRun;
import org.pmix4j.testkit.Sites;

/** Tests the options of {@code server} that describe its machine: jobs of {@code submit} run within them. */
class ServerNodesTest {
	/** A program that tells its rank. */
	private static final List<Object> PROGRAM = List.of("sh", "-c", "echo $PMIX_RANK");

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	private static Outcome submit(ServerRun server, Object... options) {
		return server.submit(Stream.concat(Stream.of(options), PROGRAM.stream()).toArray()).finish();
	}

	@ParameterizedTest
	@CsvSource({ "--host, localhost:3, 3", "--hostfile, hosts, 5", "--machinefile, hosts, 5" })
	void server_lists_stateTheSlotsOfItsJobs(String option, String value, int slots) throws IOException {
		Files.writeString(scratch.resolve("hosts"), "localhost slots=5\n");
		ServerRun server = start(option, value);

		assertThat(submit(server, "--bind-to", "none").requireExit(0).lines()).hasSize(slots);
		assertThat(submit(server, "--host", "localhost:2", "--bind-to", "none").requireExit(0).lines()).hasSize(2);
		assertThat(submit(server, "-n", slots + 1, "--map-by", "slot:nooversubscribe").exitCode()).isNotZero();
		server.stop();
	}

	@ParameterizedTest
	@CsvSource({ "--add-host, localhost:+2, 2", "--add-hostfile, more, 3" })
	void server_addedLists_addSlotsToThoseOfTheMachine(String option, String value, int added) throws IOException {
		Files.writeString(scratch.resolve("more"), "localhost slots=+3\n");
		ServerRun plain = start();
		int counted = submit(plain, "--bind-to", "none").requireExit(0).lines().size();
		plain.stop();
		ServerRun server = start(option, value);

		assertThat(submit(server, "--bind-to", "none").requireExit(0).lines()).hasSize(counted + added);
		server.stop();
	}

	@Test
	void server_limitOfTheHostfile_holdsForItsJobs() throws IOException {
		Files.writeString(scratch.resolve("hosts"), "localhost slots=2 max-slots=3\n");
		ServerRun server = start("--hostfile", "hosts");

		assertThat(submit(server, "-n", 3, "--map-by", "slot:oversubscribe", "--bind-to", "none").requireExit(0).lines()).hasSize(3);
		assertThat(submit(server, "-n", 4, "--map-by", "slot:oversubscribe", "--bind-to", "none").exitCode()).isNotZero();
		server.stop();
	}

	@Test
	void server_simulatedNodes_getItsJobsWithoutStartingThem() {
		ServerRun server = start("--simulate", "3*node:slots=2:package:2 core:2 pu:1");

		Outcome outcome = submit(server, "--display", "map", "-n", 5).requireExit(0);
		Outcome run = pmix4j.run(Stream.concat(Stream.of("--simulate", "3*node:slots=2:package:2 core:2 pu:1", "--display", "map", "-n", 5),
				PROGRAM.stream()).toArray()).finish().requireExit(0);

		assertThat(outcome.errors()).isEmpty();
		assertThat(outcome.lines()).filteredOn(line -> line.startsWith("Data for node:")).hasSize(3);
		assertThat(SubmitTest.comparable(outcome.text())).isEqualTo(SubmitTest.comparable(run.text()));
		server.stop();
	}

	@Test
	void server_site_isToldToItsJobs() throws IOException {
		Files.writeString(scratch.resolve("site"), Sites.EXAMPLE);
		ServerRun server = start("--site", "site");

		server.submit("-n", 2, Peers.c("pmix_site")).finish().requirePeers("pmix_site", 2);
		server.stop();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = {
			"--host elsewhere:2 | 1 | node 'elsewhere'", "--host elsewhere:2 | 1 | for one on several machines use --engine prrte",
			"--engine prrte:1234 | 2 | option --engine of a server must be local, prrte or slurm, not 'prrte:1234'",
			"--engine slurm:srun | 2 | option --engine of a server must be local, prrte or slurm, not 'slurm:srun'",
			"--engine prrte --idle-timeout 5 --role system | 2 | does not honor --role, --idle-timeout, which is for the engine local",
			"--engine prrte --slurm nodes=3 | 2 | option --slurm is for the engines slurm and slurm:srun",
			"--slurm nodes=3 | 2 | option --slurm is for the engines slurm and slurm:srun",
			"--hostfile nowhere | 1 | nowhere",
			"--job-record no/folder | 2 | option --job-record no/folder: there is no directory",
			"--add-host localhost:+2 --simulate 2*node | 2 | option --add-host describes this machine, and option --simulate replaces it",
			"-n 4 | 2 | option -n belongs to a job; give it to 'pmix4j submit'",
			"--map-by core | 2 | option --map-by belongs to a job; give it to 'pmix4j submit'",
			"--timeout=5 | 2 | option --timeout belongs to a job; give it to 'pmix4j submit'" })
	void server_wrongOption_isRefusedByName(String words, int code, String message) {
		Outcome outcome = ServerRun.command(pmix4j, "server", (Object[]) words.split(" ")).in(scratch).finish().requireExit(code);

		assertThat(outcome.errors()).contains(message);
	}

	/** Starts a server in the directory of the lists. */
	private ServerRun start(Object... options) {
		return ServerRun.of(pmix4j, ServerRun.command(pmix4j, "server", options).in(scratch));
	}
}
