// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests the client with servers in C: a small one that is linked with libpmix, mpirun 4.1, and prterun of Debian 13. */
class ServerInCTest {
	private static final Duration LIMIT = Duration.ofSeconds(60);
	@TempDir
	private Path directory = Path.of("");

	private Process start(List<String> command) {
		try {
			ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(directory.resolve("output").toFile())
					.redirectError(directory.resolve("errors").toFile());
			builder.environment().put("TMPDIR", directory.toString());
			return builder.start();
		} catch (IOException failure) {
			throw new UncheckedIOException(failure);
		}
	}

	private Outcome run(List<String> server, String... command) throws IOException, InterruptedException {
		List<String> all = new ArrayList<>(server);
		all.addAll(List.of(command));
		long begin = System.nanoTime();
		Process process = start(all);
		if (!Await.ends(process)) {
			process.destroyForcibly();
			throw new AssertionError(all + " has not ended within " + LIMIT + "\n" + Files.readString(directory.resolve("output")) + "\n"
					+ Files.readString(directory.resolve("errors")));
		}
		return new Outcome(all, process.exitValue(), Files.readAllBytes(directory.resolve("output")),
				Files.readString(directory.resolve("errors")), Duration.ofNanos(System.nanoTime() - begin));
	}

	private static String[] probe(String... arguments) {
		List<String> command = new ArrayList<>(ProbeCommand.line());
		command.addAll(Arrays.asList(arguments));
		return command.toArray(String[]::new);
	}

	/** Returns the command of a probe that a shell starts after a preparation. */
	private static String[] probeAfter(String preparation, String... arguments) {
		List<String> quoted = Arrays.stream(probe(arguments)).map(word -> "'" + word + "'").toList();
		return new String[] { "sh", "-c", preparation + "; exec " + String.join(" ", quoted) };
	}

	@Test
	void probe_serverWithLibpmix_passes() throws IOException, InterruptedException {
		run(CServer.PEER.command(4), probe()).requirePeers("probe", 4);
	}

	@ParameterizedTest
	@ValueSource(strings = { "unset PMIX_SERVER_URI41", "unset PMIX_SERVER_URI41 PMIX_SERVER_URI4",
			"export PMIX_BFROP_BUFFER_TYPE=PMIX_BFROP_BUFFER_FULLY_DESC", "export PMIX_VERSION=3.2.5" })
	void probe_olderOrDescribedDialect_passes(String preparation) throws IOException, InterruptedException {
		run(CServer.PEER.command(2), probeAfter(preparation)).requirePeers("probe", 2);
	}

	@Test
	void abort_serverWithLibpmix_reachesIt() throws IOException, InterruptedException {
		Outcome outcome = run(CServer.PEER.command(2), probe("abort", "42")).requireExit(42);

		assertThat(outcome.errors()).contains("rank 0 aborts with 42: probe aborts");
	}

	@Test
	void probeOfData_mpirun_passes() throws IOException, InterruptedException {
		requireMpirun();

		run(CServer.MPIRUN.command(2), probe("data")).requirePeers("probe", 2);
	}

	@Test
	void abort_mpirun_isItsExitCode() throws IOException, InterruptedException {
		requireMpirun();

		run(CServer.MPIRUN.command(2), probe("abort", "42")).requireExit(42);
	}

	@Test
	void probe_prterun_passes() throws IOException, InterruptedException {
		run(CServer.PRTERUN.command(2), probe()).requirePeers("probe", 2);
	}

	@Test
	void abort_prterun_isItsExitCode() throws IOException, InterruptedException {
		run(CServer.PRTERUN.command(2), probe("abort", "42")).requireExit(42);
	}

	@Test
	void exampleRing_mpirun_runsAsItIs() throws IOException, InterruptedException {
		requireMpirun();

		requireRing(run(CServer.MPIRUN.command(2), ring()));
	}

	@Test
	void exampleRing_prterun_runsAsItIs() throws IOException, InterruptedException {
		requireRing(run(CServer.PRTERUN.command(2), ring()));
	}

	/**
	 * Slurm's plugin starts tasks as any server with libpmix does, with some variables of Slurm in addition; Slurm itself is not installed.
	 */
	@Test
	void exampleRing_environmentOfSrun_runsAsItIs() throws IOException, InterruptedException {
		requireRing(run(CServer.PEER.command(2), "env", "SLURM_JOB_ID=7", "SLURM_STEP_ID=0", "SLURM_PROCID=0", "SLURM_MPI_TYPE=pmix",
				"SLURM_PMIX_DIRECT_CONN=true", ring()));
	}

	@Test
	void examplePublish_mpirun_runsAsItIs() throws IOException, InterruptedException {
		requireMpirun();

		requirePublished(run(CServer.MPIRUN.command(2), example("publish")));
	}

	@Test
	void examplePublish_prterun_runsAsItIs() throws IOException, InterruptedException {
		requirePublished(run(CServer.PRTERUN.command(2), example("publish")));
	}

	@Test
	void exampleSpawn_mpirun_runsAsItIs() throws IOException, InterruptedException {
		requireMpirun();

		requireResults(run(CServer.MPIRUN.command(1), example("spawn")));
	}

	@Test
	void exampleSpawn_prterun_runsAsItIs() throws IOException, InterruptedException {
		requireResults(run(CServer.PRTERUN.command(1), example("spawn")));
	}

	/** Programs in C get the same answer: Open MPI 4.1 has no groups. It ends the job at the first failure, in either group. */
	@Test
	void exampleGroups_mpirun_isRefused() throws IOException, InterruptedException {
		requireMpirun();

		Outcome outcome = run(CServer.MPIRUN.command(4), example("groups"));

		assertThat(outcome.exitCode()).isNotZero();
		assertThat(outcome.errors()).containsPattern("group (even|odd) failed: the PMIx server replied ERR_NOT_SUPPORTED \\(-47\\)");
	}

	@Test
	void exampleGroups_prterun_runsAsItIs() throws IOException, InterruptedException {
		Outcome outcome = run(CServer.PRTERUN.command(4), example("groups")).requireExit(0);

		assertThat(outcome.lines()).extracting(line -> line.replaceFirst(", which has the number \\d+$", ""))
				.containsExactlyInAnyOrder("rank 0 is in the group even of ranks [0, 2]", "rank 1 is in the group odd of ranks [1, 3]",
						"rank 2 is in the group even of ranks [0, 2]", "rank 3 is in the group odd of ranks [1, 3]");
		assertThat(outcome.lines()).extracting(line -> line.replaceFirst(".* (?=\\d+$)", "")).as("the numbers").doesNotContain("")
				.satisfies(numbers -> assertThat(Set.copyOf(numbers)).hasSize(2));
	}

	/** Not under mpirun of Open MPI 4.1, where a program in C with the same calls does not end either. */
	@Test
	void exampleEvents_prterun_runsAsItIs() throws IOException, InterruptedException {
		Outcome outcome = run(CServer.PRTERUN.command(2), example("events")).requireExit(0);

		assertThat(outcome.lines()).containsExactlyInAnyOrder("rank 0 has heard from ranks [1]", "rank 1 has heard from ranks [0]");
	}

	@Test
	void exampleTool_prterun_listsTheJob() throws IOException, InterruptedException {
		Outcome outcome = run(CServer.PRTERUN.command(1), "sh", "-c", example("tool") + "; true").requireExit(0);

		assertThat(outcome.lines()).satisfiesExactly(job -> assertThat(job).matches("job \\S+@1"),
				rank -> assertThat(rank).matches("  rank 0 runs \\S*sh as process \\d+"));
	}

	/** The spawned job's output arrives twice, because prterun prints it as well. */
	@Test
	void exampleTool_prterun_runsACommand() throws IOException, InterruptedException {
		String command = example("tool") + " sh -c 'echo hello from rank $PMIX_RANK'; true";

		Outcome outcome = run(CServer.PRTERUN.command(1), "sh", "-c", command).requireExit(0);

		assertThat(outcome.lines()).contains("hello from rank 0").anyMatch(line -> line.matches("job \\S+@\\d+ has ended"));
	}

	private static String ring() {
		return example("ring");
	}

	private static String example(String name) {
		return Checkout.root().resolve("examples").resolve(name).toString();
	}

	private static void requirePublished(Outcome outcome) {
		assertThat(outcome.requireExit(0).lines()).containsExactlyInAnyOrder("rank 0 has published example.service",
				"rank 1 found tcp://localhost:4711 of rank 0");
	}

	private static void requireResults(Outcome outcome) {
		assertThat(outcome.requireExit(0).lines()).containsExactly("child 0 has the result 10", "child 1 has the result 11");
	}

	private static void requireRing(Outcome outcome) {
		assertThat(outcome.requireExit(0).lines()).containsExactlyInAnyOrder("rank 0 of 2 got token 100 from rank 1",
				"rank 1 of 2 got token 0 from rank 0");
	}

	@Test
	void server_killed_isNoticedByItsRanks() throws IOException {
		requireMpirun();
		List<String> command = new ArrayList<>(CServer.MPIRUN.command(2));
		// a file for each rank, because mpirun cannot forward output after its death
		command.addAll(List.of(probeAfter("exec >'" + directory + "/rank'.$PMIX_RANK", "wait")));
		Process mpirun = start(command);
		try {
			List<Path> outputs = List.of(directory.resolve("rank.0"), directory.resolve("rank.1"));
			Await.until("both ranks wait", LIMIT, () -> outputs.stream().allMatch(output -> contains(output, "waits")));
			mpirun.destroyForcibly();
			Await.until("both ranks have ended", LIMIT, () -> outputs.stream().allMatch(output -> contains(output, "/2")));
			assertThat(Files.readString(outputs.get(0))).contains("probe 0/2 ok");
			assertThat(Files.readString(outputs.get(1))).contains("probe 1/2 ok");
		} finally {
			mpirun.destroyForcibly();
		}
	}

	private static boolean contains(Path file, String text) {
		try {
			return Files.exists(file) && Files.readString(file).contains(text);
		} catch (IOException unreadable) {
			throw new UncheckedIOException(unreadable);
		}
	}

	/** Requires mpirun, which is installed together with the compiler of this program. */
	private static void requireMpirun() {
		Peers.c("mpi_hello");
	}
}
