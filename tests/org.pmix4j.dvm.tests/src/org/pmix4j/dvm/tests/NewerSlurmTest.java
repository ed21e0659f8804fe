// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.PretendNodes;

/** Runs jobs in allocations of Slurm 24.11, by PRRTE 3.0.8 and by srun with libpmix 5.0; {@link SlurmTest} has all cases, with 22.05. */
class NewerSlurmTest extends SlurmCases {
	@TempDir
	private static Path shared;

	private static PretendNodes nodes;

	@BeforeAll
	static void startNodes() throws Exception {
		nodes = PretendNodes.startWithSlurm24(Files.createDirectory(shared.resolve("nodes")), 3);
	}

	@AfterAll
	static void endNodes() throws Exception {
		nodes.close();
	}

	@Override
	PretendNodes nodes() {
		return nodes;
	}

	@Override
	PretendNodes startOthers() throws Exception {
		return PretendNodes.startWithSlurm24(Files.createDirectory(shared.resolve("others")), 3);
	}

	@Test
	void run_programOfOpenMpi_communicatesAcrossNodes() throws Exception {
		Path ring = Peers.trixie("mpi_ring");

		jobs.command(List.of(), "run", "--slurm", "nodes=3", "-n", 6, ring).finish().requireExit(0).requirePeers("mpi_ring", 6);
		jobs.command(List.of(), "run", "--engine", "slurm:srun", "--slurm", "nodes=3", "-n", 6, ring).finish().requireExit(0)
				.requirePeers("mpi_ring", 6);
	}

	@Test
	void run_rankFails_exitsWithItsCode() throws Exception {
		assertThat(jobs.own("[ $PMIX_RANK != 3 ] || exit 5; sleep 1000").finish().requireExit(5).errors()).contains(",3]", "Exit code:    5");
		jobs.requireNothingLeft();

		assertThat(jobs.bySrun("[ $PMIX_RANK != 3 ] || exit 7; exec sleep 1000").finish().requireExit(7).errors())
				.containsPattern("rank 3 on node2 \\(pid \\d+\\) exited with code 7");
		jobs.requireNothingLeft();
	}

	@Test
	void run_bySrun_inputReachesRank0AndOutputIsTagged() throws Exception {
		Outcome outcome = jobs.command(List.of(), "run", "--engine", "slurm:srun", "--slurm", "nodes=3", "-n", 3, "--tag", "rank", "sh", "-c",
				"wc -c; hostname >&2").input(Files.writeString(nodes.folder().resolve("input"), "x".repeat(5_000_000))).finish().requireExit(0);

		assertThat(outcome.lines()).containsExactlyInAnyOrder("[0]<stdout>: 5000000", "[1]<stdout>: 0", "[2]<stdout>: 0");
		assertThat(outcome.errorLines()).containsExactlyInAnyOrder("[0]<stderr>: node1", "[1]<stderr>: node2", "[2]<stderr>: node3");
		jobs.requireNothingLeft();
	}

	@Test
	void run_queueIsFull_showsTheReasonAndCtrlCRevokes() throws Exception {
		jobs.slurm("sbatch", "-N3", "-n6", "--exclusive", "-o", "/dev/null", "--wrap", "exec sleep 1000");
		LauncherRun run = jobs.own("true").start().awaitErrors("waits in the queue for 3 nodes: Resources; Ctrl-C revokes it");

		run.signal("INT").end();

		SlurmJobs.await("the end of the waiting job", () -> jobs.slurm("squeue", "-h", "--states=PENDING"));
		jobs.slurm("scancel", "--state=RUNNING", "--user=root");
		jobs.requireNothingLeft();
	}

	/** Slurm 22.05 lets such a job wait. */
	@Test
	void run_moreNodesThanThereAre_showsWhatSlurmSays() throws Exception {
		assertThat(jobs.command(List.of(), "run", "--slurm", "nodes=30", "-n", 60, "true").finish().requireExit(1).errors())
				.contains("has not granted the allocation", "Requested node configuration is not available");
	}

	@Test
	void run_interruptedOrKilled_leavesNothing() throws Exception {
		jobs.own("echo ready; sleep 1000").start().awaitOutput("ready").signal("INT").end().requireExit(130);
		jobs.requireNothingLeft();

		jobs.own("echo ready; sleep 1000").start().awaitOutput("ready").kill();
		jobs.requireNothingLeft();

		jobs.bySrun("echo ready; exec sleep 1000").start().awaitOutput("ready").kill();
		jobs.requireNothingLeft();
	}

	@Test
	void server_inAnOwnAllocation_takesJobsAndEndsWithStop() throws Exception {
		LauncherRun server = jobs.command(List.of(), "server", "--engine", "slurm", "--slurm", "nodes=3,ntasks=6").start()
				.awaitOutput("pmix4j server ready, a DVM of PRRTE");

		Outcome outcome = jobs.command(List.of(), "submit", "-n", 6, "sh", "-c", "sleep 0.3; hostname").finish().requireExit(0);

		assertThat(outcome.lines()).containsExactlyInAnyOrder("node1", "node1", "node2", "node2", "node3", "node3");
		jobs.command(List.of(), "stop").finish().requireExit(0);
		server.end().requireExit(0);
		jobs.requireNothingLeft();
	}

	@Test
	void engines_onTheHead_listsPartitionsAndRelease() throws Exception {
		assertThat(jobs.command(List.of(), "engines").finish().requireExit(0).text())
				.containsPattern("slurm +ready +partition all\\* 3 nodes, up, time limit infinite, Slurm 24\\.11")
				.containsPattern("slurm:srun +ready +srun, without PRRTE; kinds of MPI: .*pmix");
	}
}
