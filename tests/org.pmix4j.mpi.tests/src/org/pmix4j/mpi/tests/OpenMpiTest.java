// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.mpi.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.OutputBytes;
import org.pmix4j.testkit.Peers;

/** Tests unmodified Open MPI programs. Each checks its own results. */
class OpenMpiTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@ParameterizedTest
	@CsvSource({ "mpi_hello,1", "mpi_hello,2", "mpi_hello,4", "mpi_hello,16", "mpi_ring,1", "mpi_ring,2", "mpi_ring,4", "mpi_ring,16",
			"mpi_allreduce,1", "mpi_allreduce,2", "mpi_allreduce,4", "mpi_allreduce,16", "mpi_onesided,1", "mpi_onesided,2",
			"mpi_onesided,4", "mpi_onesided,16", "mpi_split,1", "mpi_split,2", "mpi_split,4", "mpi_split,16", "mpi_bigmsg,1",
			"mpi_bigmsg,2", "mpi_bigmsg,4", "mpi_bigmsg,16", "mpi_names,1", "mpi_names,3", "mpi_accept,2",
			"mpi_accept,5" })
	void run_program_allRanksPass(String program, int ranks) {
		pmix4j.run("-n", ranks, Peers.c(program)).finish().requirePeers(program, ranks);
	}

	@ParameterizedTest
	@CsvSource({ "mpi_hello,64", "mpi_ring,1" })
	void run_sixtyFourRanks_allPass(String program, int argument) {
		pmix4j.run("-n", 64, Peers.c(program), argument).limit(Duration.ofSeconds(90)).finish().requirePeers(program, 64);
	}

	@Test
	void run_twoPrograms_eachRankKnowsItsProgram() throws Exception {
		Path second = Files.copy(Peers.c("mpi_mpmd"), pmix4j.directory().resolve("mpi_mpmd_copy"));

		Outcome outcome = pmix4j.run("-n", 2, Peers.c("mpi_mpmd"), 0, 2, 2, ":", "-n", 2, second, 1, 2, 2).finish();

		Files.delete(second);
		outcome.requirePeers("mpi_mpmd", 4);
		assertThat(outcome.lines()).filteredOn(line -> line.endsWith("app=1")).allMatch(line -> line.matches("mpi_mpmd [23]/4 .*"))
				.hasSize(2);
	}

	@Test
	void run_abort_exitsWithCodeAndNamesRank() {
		Outcome outcome = pmix4j.run("-n", 4, Peers.c("mpi_abort"), 42, 2).finish().requireExit(42);

		assertThat(outcome.errorLines())
				.anyMatch(line -> line.matches("pmix4j: rank 2 on .* \\(pid \\d+\\) called abort with status 42.*"));
	}

	@Test
	void run_input_reachesRankZeroOnly(@TempDir Path scratch) throws Exception {
		Path input = Files.write(scratch.resolve("input"), OutputBytes.numbers(100_000));

		pmix4j.run("-n", 4, Peers.c("mpi_stdin"), Files.size(input)).input(input).finish().requirePeers("mpi_stdin", 4);
	}

	@Test
	void run_mpi4py_exchangesObjects() {
		pmix4j.run("-n", 4, Peers.python("mpi4py_hello", "mpi4py")).finish().requirePeers("mpi4py_hello", 4);
	}

	@Test
	void run_ranksKilled_leaveNothingInSharedMemory() throws Exception {
		List<Path> before = segments();

		pmix4j.run("-n", 4, Peers.c("mpi_abort"), 9, 3).finish().requireExit(9);

		assertThat(Await.untilEmpty(Duration.ofSeconds(10), () -> segments().stream().filter(path -> !before.contains(path)).toList()))
				.isEmpty();
	}

	/** Returns the segments, including those of other programs that run now. */
	private static List<Path> segments() {
		try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of("/dev/shm"), "{vader,sm_segment,osc}*")) {
			return StreamSupport.stream(entries.spliterator(), false).toList();
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}
}
