// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests processes that spawn jobs with PMIx_Spawn or MPI_Comm_spawn. */
class SpawnTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@ParameterizedTest
	@CsvSource({ "1,1", "2,3" })
	void run_programSpawns_parentAndChildrenFindEachOther(int parents, int children) {
		Outcome outcome = pmix4j.run("-n", parents, Peers.c("pmix_spawn"), children).finish().requireExit(0);

		requireAll(outcome, "pmix_spawn", parents, children);
	}

	@ParameterizedTest
	@CsvSource({ "1,1,1", "2,2,1", "2,1,3" })
	void run_mpiProgramSpawns_communicatesAndDisconnects(int parents, int children, int rounds) {
		Outcome outcome = pmix4j.run("-n", parents, Peers.c("mpi_spawn"), children, rounds).limit(Duration.ofSeconds(90)).finish()
				.requireExit(0);

		requireAll(outcome, "mpi_spawn", parents, children * rounds);
	}

	@Test
	void run_mpiProgramSpawnsTwoPrograms_childMaySpawn() {
		Outcome outcome = pmix4j.run("-n", 2, Peers.c("mpi_spawn_multiple")).finish().requireExit(0);

		assertThat(outcome.lines()).as(outcome.toString()).containsExactlyInAnyOrder("mpi_spawn_multiple 0/2 ok parent",
				"mpi_spawn_multiple 1/2 ok parent", "mpi_spawn_multiple 0/3 ok child", "mpi_spawn_multiple 1/3 ok child",
				"mpi_spawn_multiple 2/3 ok child", "mpi_spawn_multiple 0/1 ok grandchild");
	}

	@Test
	void run_processExitsWithoutFinalize_eachSuchJobIsNotified() {
		pmix4j.run("-n", 1, Peers.c("pmix_unsynced")).finish().requirePeers("pmix_unsynced", 1);
	}

	@Test
	void run_eventsOfSpawnedJobs_arriveInOrder() {
		pmix4j.run("-n", 1, Peers.c("pmix_spawn_events")).finish().requirePeers("pmix_spawn_events", 1);
	}

	@ParameterizedTest
	@CsvSource({ "pmix_spawn", "mpi_spawn" })
	void run_newerReleaseSpawns_childrenMayBeOfEitherRelease(String program) {
		for (Path child : List.of(Peers.trixie(program), Peers.c(program))) {
			if (!program.startsWith("mpi") || child.equals(Peers.trixie(program))) {
				Outcome outcome = pmix4j.run("-n", 2, Peers.trixie(program), 2).with("PEER_SELF", child.toString()).finish().requireExit(0);

				requireAll(outcome, program, 2, 2);
			}
		}
	}

	@Test
	void run_singletonMpiProgramBesideSystemServer_spawnsThroughIt() {
		Path program = Peers.trixie("mpi_spawn");
		String byHand = "env -i PATH=\"$PATH\" HOME=\"$HOME\" TMPDIR=\"$TMPDIR\" OMPI_MCA_btl_tcp_if_include=lo PEER_SELF=" + program + " "
				+ program + " 1 1 && rm -r \"$TMPDIR\"/ompi.*"; // directories that Open MPI leaves
		Outcome outcome = pmix4j.run("--system-server", "-n", 1, "sh", "-c", byHand).finish().requireExit(0);

		requireAll(outcome, "mpi_spawn", 1, 1);
	}

	@ParameterizedTest
	@CsvSource({ "sleep 1; echo late,0,without,0,late", "sleep 1; echo late; exit 4,0,without,4,late", "sleep 100,0,with,0,",
			"sleep 100,9,unsaid,9,", "sleep 1; echo late,9,without,9,late", "sleep 1; echo late,9,detached,9,late",
			"sleep 1; echo late,0,unsaid,0,late" })
	void run_parentEndsFirst_childIsAwaitedUnlessDependent(String script, int own, String bond, int code,
			@Nullable String last) {
		Outcome outcome = pmix4j.run("-n", 1, Peers.c("pmix_spawn_late"), script, own, bond).finish().requireExit(code);

		assertThat(outcome.lines()).filteredOn(line -> line.equals("late")).hasSize(last == null ? 0 : 1);
	}

	@Test
	void run_timeoutOfLauncher_endsChildJobs() {
		Outcome outcome = pmix4j.run("-n", 1, "--timeout", 3, Peers.c("pmix_spawn_late"), "sleep 100").finish().requireExit(110);

		assertThat(outcome.errorLines()).anyMatch(line -> line.startsWith("pmix4j: job 2: the job ran into its time limit of 3 s"));
	}

	@Test
	void run_spawnDirectives_haveEffectsAndErrors() {
		Outcome outcome = pmix4j.run("-n", 1, Peers.c("pmix_spawn_how"), pmix4j.directory()).with("OF_LAUNCHER", "yes").finish()
				.requirePeers("pmix_spawn_how", 1);

		assertThat(outcome.errorLines()).anyMatch(line -> line.matches("pmix4j: job \\d+: cannot run /nowhere/program: no such file.*"));
		assertThat(outcome.errorLines()).anyMatch(line -> line.startsWith("pmix4j: spawn: 1000 ranks are requested without oversubscription")
				&& line.contains("request fewer ranks, give the nodes more slots"));
	}

	@Test
	void run_spawnDetails_haveEffects(@TempDir Path scratch) {
		for (Path peer : List.of(Peers.c("pmix_spawn_launch"), Peers.trixie("pmix_spawn_launch"))) {
			Outcome outcome = pmix4j.run("-n", 1, peer, scratch).finish().requirePeers("pmix_spawn_launch", 1);

			assertThat(outcome.lines()).anyMatch(line -> line.matches(" +Process jobid: \\S+@4 App: 0 Process rank: 2 Bound: .*"))
					.anyMatch(line -> line.matches("job \\d+: has ended at \\S+ with status ERR_EXIT_NONZERO_TERM and exit code 4; .*"));
			assertThat(outcome.errorLines()).contains("pmix4j:     Num apps: 1    Num procs: 2    JobState: RUNNING    Abort: False")
					.anyMatch(line -> line.matches("pmix4j: job \\d+: runs: 1 of 1 processes"))
					.anyMatch(line -> line.matches("pmix4j: job \\d+: has ended at \\S+ with status SUCCESS and exit code 0"))
					.anyMatch(line -> line.matches("pmix4j: rank 0 \\(\\S+, PID \\d+ on \\S+\\):"));
		}
	}

	@ParameterizedTest
	@CsvSource({ "child,abort,7", "child,exit,5", "child,signal,139", "parent,abort,7", "parent,exit,5", "parent,signal,139" })
	void run_parentOrChildFails_allEndWithFirstExitCode(String who, String how, int code) {
		Outcome outcome = pmix4j.run("-n", 2, Peers.c("mpi_spawn_fate"), who, how).finish().requireExit(code);

		assertThat(outcome.duration()).isLessThan(Duration.ofSeconds(30));
	}

	@Test
	void run_parentAbortsAsChildDies_childIsTheFirstFailure() {
		pmix4j.run("-n", 1, Peers.c("pmix_late_status")).finish().requireExit(139);
	}

	@Test
	void run_oneMpiRankSpawnsMissingProgram_getsErrorAndDecidesExitCode() {
		Outcome outcome = pmix4j.run("-n", 1, Peers.c("mpi_spawn_missing")).finish().requireExit(0);

		assertThat(outcome.lines()).containsExactly("mpi_spawn_missing 0/1 ok refused");
	}

	@Test
	void run_twoMpiRanksSpawnMissingProgram_jobEndsAsRelease4InformsOneRank() {
		Outcome outcome = pmix4j.run("-n", 2, Peers.c("mpi_spawn_missing")).finish().requireExit(1);

		assertThat(outcome.errorLines()).anyMatch(line -> line.startsWith("pmix4j: the job was ended, as Open MPI 4 reports a failed spawn"));
	}

	@Test
	void run_twoNewerMpiRanksSpawnMissingProgram_bothGetErrorAndDecideExitCode() {
		Outcome outcome = pmix4j.run("-n", 2, Peers.trixie("mpi_spawn_missing")).finish().requireExit(0);

		assertThat(outcome.lines()).containsExactlyInAnyOrder("mpi_spawn_missing 0/2 ok refused", "mpi_spawn_missing 1/2 ok refused");
	}

	@Test
	void run_jobControlAndAbort_affectTheirTargetsOnly(@TempDir Path scratch) {
		// the status of its abort of a process that does not exist, as mpirun and prterun
		Outcome outcome = pmix4j.run("-n", 2, Peers.c("pmix_jobctrl2"), scratch).finish().requireExit(9);

		assertThat(outcome.lines()).containsExactlyInAnyOrder("pmix_jobctrl2 0/2 ok signals=1", "pmix_jobctrl2 1/2 ok signals=1");
	}

	@Test
	void run_twoHundredJobsInSequence_leaveNothing() {
		pmix4j.run("-n", 1, Peers.c("pmix_spawn_many"), 200, 1).with("PEER_LIMIT", "600").limit(Duration.ofSeconds(110)).finish()
				.requirePeers("pmix_spawn_many", 1);
	}

	@Test
	void run_thirtyJobsAtOnce_allEnd() {
		pmix4j.run("-n", 1, Peers.c("pmix_spawn_many"), 30, 3, "together").limit(Duration.ofSeconds(90)).finish()
				.requirePeers("pmix_spawn_many", 1);
	}

	@Test
	void run_tagged_childrenHaveTheNumberOfTheirOwnJob() {
		Outcome outcome = pmix4j.run("-n", 1, "--tag=job", Peers.c("pmix_spawn"), 1).finish().requireExit(0);

		assertThat(outcome.lines()).containsExactlyInAnyOrder("[1,0]<stdout>: pmix_spawn 0/1 ok parent",
				"[2,0]<stdout>: pmix_spawn 0/1 ok child");
	}

	private static void requireAll(Outcome outcome, String program, int parents, int children) {
		assertThat(outcome.lines()).as(outcome.toString()).allMatch(line -> line.matches(program + " \\d+/\\d+ ok (parent|child)"));
		assertThat(outcome.lines()).filteredOn(line -> line.endsWith("parent")).hasSize(parents);
		assertThat(outcome.lines()).filteredOn(line -> line.endsWith("child")).hasSize(children);
	}
}
