// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.mpi.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Mailer;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.Sites;

/** Tests newer peers: programs compiled and run with libpmix 5.0 and Open MPI 5.0 in a Debian 13 tree. */
class Debian13Test {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@ParameterizedTest
	@CsvSource({ "pmix_hello,1", "pmix_hello,4", "pmix_hello,64", "pmix_types,2", "pmix_types,4", "pmix_putget,1", "pmix_putget,2",
			"pmix_putget,4", "pmix_fence,1", "pmix_fence,2", "pmix_fence,5", "pmix_publish,2", "mpi_hello,1", "mpi_hello,4", "mpi_hello,16",
			"mpi_ring,4", "mpi_allreduce,4", "mpi_allreduce,16", "mpi_onesided,4", "mpi_split,4", "mpi_split,16", "mpi_bigmsg,4",
			"mpi_names,4", "mpi_accept,2", "mpi_accept,5", "pmix_events,1", "pmix_events,4", "pmix_monitor,3", "pmix_credential,3", "pmix_usage,3",
			"shmem_ring,1", "shmem_ring,4", "shmem_ring,16" })
	void run_program_allRanksPass(String program, int ranks) {
		pmix4j.run("-n", ranks, Peers.trixie(program)).finish().requirePeers(program, ranks);
	}

	@Test
	void run_publish_isVisibleInItsRange() {
		pmix4j.run("-n", 3, Peers.trixie("pmix_publish"), "--standard").finish().requirePeers("pmix_publish", 3);
	}

	@ParameterizedTest
	@ValueSource(strings = { "pmix_query", "pmix_log", "pmix_resolve" })
	void run_queriesAndLog_arePassed(String program) {
		pmix4j.run("-n", 3, Peers.trixie(program)).finish().requirePeers(program, 3);
	}

	@Test
	void run_siteFile_tellsAboutStorageAndFabric(@TempDir Path folder) throws IOException {
		Path site = Files.writeString(folder.resolve("site"), Sites.EXAMPLE);

		pmix4j.run("-n", 2, "--site", site, Peers.trixie("pmix_site")).finish().requirePeers("pmix_site", 2);
	}

	@Test
	void run_logToStores_reachesMailRecordAndDataStore(@TempDir Path folder) throws IOException {
		Path record = folder.resolve("record");
		Mailer mailer = Mailer.in(folder);
		Outcome outcome = pmix4j.run("-n", 3, "--job-record", record, Peers.trixie("pmix_logstores")).with("PATH", mailer.path()).finish()
				.requirePeers("pmix_logstores", 3);

		assertThat(mailer.mail()).contains("Subject: interop").endsWith("the job has come this far");
		assertThat(outcome.errorLines()).filteredOn(line -> line.contains("topic"))
				.containsExactly("the topic", "pmix4j: 2 more requests to log interop=topic");
		assertThat(Files.readAllLines(record)).hasSize(3).allMatch(line -> line.matches("\\S+\t\\S+@1\t\\d\tinterop.result\tresult of \\d"));
	}

	@Test
	void run_psetOption_ranksFormTheSet() {
		pmix4j.run("-n", 2, "--pset", "both", Peers.trixie("pmix_appset"), "both", 2).finish().requirePeers("pmix_appset", 2);
	}

	@Test
	void run_putOfSeveralMegabytes_arrives() {
		pmix4j.run("-n", 2, Peers.trixie("pmix_putget"), 3_000_000).finish().requirePeers("pmix_putget", 2);
	}

	@Test
	void run_hundredCycles_noFenceFailsAndNoDescriptorLeaks() {
		pmix4j.run("-n", 4, Peers.trixie("pmix_cycles"), 100).limit(Duration.ofSeconds(100)).finish().requirePeers("pmix_cycles", 4);
	}

	@ParameterizedTest
	@CsvSource({ "64,100,1,collect", "16,100,1,nocollect", "4,50000,10,collect", "4,1000,20,nocollect" })
	void run_modex_everyRankGetsAllData(int ranks, int bytes, int keys, String mode) {
		pmix4j.run("-n", ranks, Peers.trixie("pmix_many_gets"), bytes, keys, mode).finish().requirePeers("pmix_many_gets", ranks);
	}

	@Test
	void run_sixtyFourMpiRanks_allPass() {
		pmix4j.run("-n", 64, Peers.trixie("mpi_hello")).limit(Duration.ofSeconds(90)).finish().requirePeers("mpi_hello", 64);
	}

	@ParameterizedTest
	@CsvSource({ "init,1", "init,16", "app,3", "there,2" })
	void run_debugger_holdsAndReleasesEveryRank(String stop, int ranks) {
		pmix4j.run("-n", 1, Peers.trixie("pmix_debug"), stop, ranks, Peers.trixie("pmix_debug")).finish().requireExit(0);
	}

	@Test
	void run_debuggerOfOlderRelease_holdsAndReleases() {
		pmix4j.run("-n", 1, Peers.c("pmix_debug"), "init", 3, Peers.trixie("pmix_debug")).finish().requireExit(0);
	}

	@Test
	void run_bothReleasesInOneJob_allRanksPass() {
		pmix4j.run("-n", 2, Peers.c("pmix_fence"), ":", "-n", 2, Peers.trixie("pmix_fence")).finish().requirePeers("pmix_fence", 4);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "--pid $PPID", "--uri \"$PMIX_SERVER_URI41\" --name mine", "--uri \"$PMIX_SERVER_URI41\" --launcher" })
	void tool_startedByHand_attaches(String how) {
		String command = Peers.trixie("pmix_tool") + " " + how + " --wanted \"${PMIX_SERVER_URI41%%.*}\"";

		pmix4j.run("-n", 1, "sh", "-c", command).finish().requirePeers("pmix_tool", 1);
	}

	/** The launcher runs inside the tree, since spawned programs must run there, too. */
	@ParameterizedTest
	@CsvSource({ "pmix_spawn,1,1,2", "mpi_spawn,1,2,3", "mpi_spawn,2,2,4", "mpi_spawn_multiple,2,,6" })
	void run_programSpawnsChildren_allPass(String program, int parents, Integer children, int lines) {
		Object[] arguments = children == null ? new Object[] { "-n", parents, Peers.trixie(program) }
				: new Object[] { "-n", parents, Peers.trixie(program), children };

		Outcome outcome = pmix4j.run(arguments).inside(Peers.trixie(List.of())).finish().requireExit(0);

		assertThat(outcome.lines()).as(outcome.toString()).hasSize(lines).allMatch(line -> line.matches(program + " \\d/\\d ok .*"));
	}

	@Test
	void run_mpiAbort_exitsWithCodeAndNamesRank() {
		Outcome outcome = pmix4j.run("-n", 4, Peers.trixie("mpi_abort"), 42, 2).finish().requireExit(42);

		assertThat(outcome.errorLines())
				.anyMatch(line -> line.matches("pmix4j: rank 2 on .* \\(pid \\d+\\) called abort with status 42.*"));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "init,fence,exit:4 | 4 | exited with code 4",
			"init,fence,crash | 139 | died of SIGSEGV", "init,exit:0 | 1 | exited with code 0 without calling PMIx_Finalize" })
	void run_everyRankFails_firstOneIsReported(String steps, int exitCode, String reason) {
		Outcome outcome = pmix4j.run("-n", 2, Peers.trixie("pmix_exit"), steps).finish().requireExit(exitCode);

		assertThat(outcome.errorLines()).as(outcome.toString()).filteredOn(line -> line.startsWith("pmix4j:")).singleElement().asString()
				.contains(reason);
	}
}
