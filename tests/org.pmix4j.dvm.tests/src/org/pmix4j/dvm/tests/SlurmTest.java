// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.PretendNodes;

/**
 * Runs jobs in allocations of Slurm on three nodes that this machine plays, through PRRTE 3.0.8. Each test leaves the queue empty.
 */
class SlurmTest extends SlurmCases {
	private static final Duration MOMENT = Duration.ofSeconds(30);

	@TempDir
	private static Path shared;

	private static PretendNodes nodes;

	@BeforeAll
	static void startNodes() throws Exception {
		nodes = PretendNodes.startWithSlurm(Files.createDirectory(shared.resolve("nodes")), 3);
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
		return PretendNodes.startWithSlurm(Files.createDirectory(shared.resolve("others")), 3);
	}

	@Test
	void run_insideAnAllocationWithEngineLocal_staysHere() throws Exception {
		Outcome outcome = jobs.command(List.of("salloc", "-Q", "-N2", "-n2"), "run", "--engine", "local", "--verbose", "-n", 1,
				"hostname").finish();

		assertThat(outcome.errors()).contains("on this machine, as --engine local says");
	}

	@Test
	void run_slurmOptionsInsideAnAllocation_areRefused() throws Exception {
		assertThat(jobs.command(List.of("salloc", "-Q", "-N2", "-n2"), "run", "--slurm", "nodes=3", "-n", 1, "true").finish().requireExit(2)
				.errors()).contains("is in one already");
	}

	@Test
	void run_ownAllocation_ranksRunThereAndItEnds() throws Exception {
		Outcome outcome = jobs.own("echo $PMIX_RANK $(hostname)").finish().requireExit(0);

		assertThat(outcome.lines()).containsExactlyInAnyOrder("0 node1", "1 node1", "2 node2", "3 node2", "4 node3", "5 node3");
		jobs.requireNothingLeft();
	}

	@Test
	void run_ownAllocationWithoutEngine_isThatOfSlurm() throws Exception {
		Outcome outcome = jobs.command(List.of(), "run", "--slurm", "nodes=2,time=5", "--slurm", "exclusive", "--verbose", "-n", 2, "sh", "-c",
				"sleep 0.3; squeue -h -o %l").finish().requireExit(0);

		assertThat(outcome.lines()).containsExactly("5:00", "5:00");
		assertThat(outcome.errors()).contains("in an allocation of Slurm of its own, as --slurm says");
	}

	@Test
	void run_programOfOpenMpi_communicatesAcrossNodes() throws Exception {
		List<Object> words = new ArrayList<>(List.of("run", "--slurm", "nodes=3", "-n", 6));
		words.add(Peers.trixie("mpi_ring"));

		jobs.command(List.of(), words.toArray()).finish().requireExit(0).requirePeers("mpi_ring", 6);
	}

	/** The plug-in of Slurm is the only other server that knows PMIX_Ring. */
	@Test
	void ring_ofLibpmi2_isThatOfSlurm() throws Exception {
		String program = Peers.pmi2("pmi2_calls").toString();
		List<String> reference = jobs.slurm("srun", "-Q", "-N1", "-n4", "--overcommit", "--mpi=pmi2", program, "ring");

		List<String> lines = pmix4j.run("-n", 4, "--mpi", "pmi2", program, "ring").finish().requireExit(0).lines();

		assertThat(reference).contains("ring 0 rank 3: result 0, place 3 of 4, left 'a b=2', right 'a b=0'");
		assertThat(lines).containsExactlyInAnyOrderElementsOf(reference);
	}

	@Test
	void run_optionThatSallocDoesNotKnow_itsOwnTextIsShown() throws Exception {
		assertThat(jobs.command(List.of(), "run", "--slurm", "nonsense=3", "-n", 1, "true").finish().requireExit(1).errors())
				.contains("has not granted the allocation", "unrecognized option '--nonsense=3'");
		assertThat(jobs.command(List.of(), "run", "--slurm", "partition=nowhere", "-n", 1, "true").finish().requireExit(1).errors())
				.contains("has not granted the allocation", "invalid partition specified: nowhere");
	}

	@Test
	void run_slurmOptionsThatAreWrong_areRefused() throws Exception {
		assertThat(jobs.command(List.of(), "run", "--slurm", "Nodes=3", "-n", 1, "true").finish().requireExit(2).errors())
				.contains("NAME=VALUE", "'Nodes=3'");
		assertThat(jobs.command(List.of(), "run", "--engine", "local", "--slurm", "nodes=3", "-n", 1, "true").finish().requireExit(2).errors())
				.contains("--slurm is for the engines slurm");
	}

	@Test
	void run_rankFails_exitsWithItsCode() throws Exception {
		assertThat(jobs.own("[ $PMIX_RANK != 3 ] || exit 5; sleep 1000").finish().requireExit(5).errors()).contains(",3]", "Exit code:    5");
		jobs.requireNothingLeft();
	}

	@Test
	void run_queueIsFull_showsTheReasonAndCtrlCRevokes() throws Exception {
		LauncherRun run = jobs.command(List.of(), "run", "--slurm", "nodes=30", "-n", 60, "true").start()
				.awaitErrors("waits in the queue for 30 nodes: PartitionConfig; Ctrl-C revokes it");

		run.signal("INT").end();

		jobs.requireNothingLeft();
	}

	@Test
	void run_launcherIsKilledWhileItWaits_isRevoked() throws Exception {
		LauncherRun run = jobs.command(List.of(), "run", "--slurm", "nodes=30", "-n", 60, "true").start().awaitErrors("waits in the queue");

		run.kill();

		jobs.requireNothingLeft();
	}

	@Test
	void run_launcherIsKilled_leavesNothing() throws Exception {
		LauncherRun run = jobs.own("echo ready; sleep 1000").start().awaitOutput("ready");

		run.kill();

		jobs.requireNothingLeft();
	}

	@Test
	void run_interrupted_endsTheJobInOrder() throws Exception {
		LauncherRun run = jobs.own("echo ready; sleep 1000").start().awaitOutput("ready");

		run.signal("INT").end().requireExit(130);

		jobs.requireNothingLeft();
	}

	/** Starts a server that stays, and returns it when it is ready. */
	private LauncherRun server(Object... options) {
		List<Object> words = new ArrayList<>(List.of("server"));
		words.addAll(List.of(options));
		return jobs.command(List.of(), words.toArray()).start().awaitOutput("pmix4j server ready, a DVM of PRRTE");
	}

	@Test
	void server_inAnOwnAllocation_takesJobsAndEndsWithStop() throws Exception {
		Path uri = nodes.folder().resolve("uri");
		LauncherRun server = server("--engine", "slurm", "--slurm", "nodes=3,ntasks=6", "--report-uri", uri);

		for (int i = 0; i < 2; i++) {
			Outcome outcome = jobs.command(List.of(), "submit", "-n", 6, "sh", "-c", "sleep 0.3; hostname").finish().requireExit(0);
			assertThat(outcome.lines()).containsExactlyInAnyOrder("node1", "node1", "node2", "node2", "node3", "node3");
		}
		assertThat(Files.readString(uri)).startsWith("prte-node0-").contains(";tcp");
		jobs.command(List.of(), "stop").finish().requireExit(0);
		server.end().requireExit(0);
		assertThat(uri).doesNotExist();
		jobs.requireNothingLeft();
	}

	@Test
	void server_interruptedOrKilled_endsItsAllocation() throws Exception {
		server("--engine", "slurm", "--slurm", "nodes=3,ntasks=6").signal("INT").end().requireExit(130);
		jobs.requireNothingLeft();

		server("--engine", "slurm", "--slurm", "nodes=3,ntasks=6").kill();
		jobs.requireNothingLeft();
	}

	@Test
	void server_allocationIsCancelled_saysSo() throws Exception {
		LauncherRun server = server("--engine", "slurm", "--slurm", "nodes=3,ntasks=6");

		jobs.slurm("scancel", "--state=RUNNING", "--user=root");

		assertThat(server.end().requireExit(70).errors()).containsPattern("the job \\d+ of Slurm was cancelled");
		jobs.requireNothingLeft();
	}

	@Test
	void run_bySrunInsideAnAllocation_ranksRunOnItsNodes() throws Exception {
		Outcome outcome = jobs.command(List.of("salloc", "-Q", "-N3", "-n6"), "run", "--engine", "slurm:srun", "--verbose", "--tag", "rank",
				"sh", "-c", "echo $(hostname); printf unfinished >&2").finish().requireExit(0);

		assertThat(outcome.lines()).containsExactlyInAnyOrder("[0]<stdout>: node1", "[1]<stdout>: node1", "[2]<stdout>: node2",
				"[3]<stdout>: node2", "[4]<stdout>: node3", "[5]<stdout>: node3");
		assertThat(outcome.errors()).contains("by srun in the allocation", "[5]<stderr>: unfinished");
		jobs.requireNothingLeft();
	}

	@Test
	void run_bySrun_inputReachesRank0AndCodeIsThatOfTheRank() throws Exception {
		Outcome outcome = jobs.bySrun("if [ $PMIX_RANK = 0 ]; then wc -c; exit 7; else exec sleep 1000; fi")
				.input(Files.writeString(nodes.folder().resolve("input"), "x".repeat(5_000_000))).finish().requireExit(7);

		assertThat(outcome.lines()).containsExactly("5000000");
		assertThat(outcome.errors()).containsPattern("rank 0 on node1 \\(pid \\d+\\) exited with code 7");
		jobs.requireNothingLeft();
	}

	@Test
	void run_bySrunProgramOfOpenMpi_communicatesAcrossNodes() throws Exception {
		jobs.command(List.of(), "run", "--engine", "slurm:srun", "--slurm", "nodes=3", "-n", 6, "-x", "OMPI_MCA_btl=self,tcp",
				Peers.c("mpi_ring")).finish().requireExit(0).requirePeers("mpi_ring", 6);
	}

	/** On one node: UCX, which carries the messages of Debian's MPICH, does not get from one pretended node to another. */
	@Test
	void run_bySrunProgramOfMpich_communicatesThroughPmi() throws Exception {
		for (String version : List.of("pmi1", "pmi2")) {
			jobs.command(List.of(), "run", "--engine", "slurm:srun", "--mpi", version, "--slurm", "nodes=1", "-n", 2, "-x",
					"UCX_TLS=tcp,self", Peers.mpich("mpi_ring")).finish().requireExit(0).requirePeers("mpi_ring", 2);
		}
	}

	@Test
	void run_bySrunOptionsThatItCannotHonor_areRefusedByName() throws Exception {
		assertThat(jobs.command(List.of("salloc", "-Q", "-N2"), "run", "--engine", "slurm:srun", "-n", 1, "--stop-in-init", "--bind-to", "core",
				"true").finish().requireExit(1).errors()).contains("srun does not honor option --stop-in-init", "srun does not honor option --bind-to");
	}

	@Test
	void run_bySrunInterrupted_endsTheJobInOrder() throws Exception {
		LauncherRun run = jobs.bySrun("trap 'echo ending; exit 0' TERM; echo ready; while :; do sleep 0.1; done").start().awaitOutput("ready");

		assertThat(run.signal("INT").end().requireExit(130).lines()).contains("ending");

		jobs.requireNothingLeft();
	}

	@Test
	void run_bySrunSignaled_ranksGetIt() throws Exception {
		LauncherRun run = jobs.bySrun("trap 'echo got; exit 0' USR1; echo ready; while :; do sleep 0.1; done").start();
		Await.until("all ranks", MOMENT, () -> run.outputSoFar().lines().filter("ready"::equals).count() == 6);

		assertThat(run.signal("USR1").end().requireExit(0).lines()).filteredOn("got"::equals).hasSize(6);
	}

	@Test
	void run_bySrunKilled_leavesNothing() throws Exception {
		LauncherRun run = jobs.bySrun("echo ready; exec sleep 1000").start().awaitOutput("ready");

		run.kill();

		jobs.requireNothingLeft();
	}

	@Test
	void run_bySrunKilledInsideAnAllocation_leavesNoStep() throws Exception {
		Path pid = nodes.folder().resolve("pid");
		List<String> salloc = List.of("salloc", "-Q", "-N3", "-n6", "sh", "-c", "\"$@\"; until [ -e go ]; do sleep 0.1; done", "sh");
		LauncherRun run = jobs.command(salloc, "run", "--engine", "slurm:srun", "--report-pid", pid, "-n", 6, "sh", "-c",
				"echo ready; exec sleep 1000").start().awaitOutput("ready");

		LauncherRun.signal("KILL", Long.parseLong(Files.readString(pid).strip()));

		SlurmJobs.await("the end of all ranks", () -> jobs.slurm("squeue", "-h", "-s", "-o", "%j").stream().filter("sh"::equals).toList());
		Files.createFile(nodes.folder().resolve("go"));
		run.end();
		jobs.requireNothingLeft();
	}

	@Test
	void run_bySrunInsideAnAllocationWhoseStepIsCancelled_saysSo() throws Exception {
		LauncherRun run = jobs.command(List.of("salloc", "-Q", "-N3", "-n6"), "run", "--engine", "slurm:srun", "-n", 6, "sh", "-c",
				"echo ready $SLURM_JOB_ID.$SLURM_STEP_ID; exec sleep 1000").start().awaitOutput("ready");
		String step = jobs.slurm("squeue", "-h", "-s", "-o", "%i").stream().filter(id -> id.endsWith(".0")).findFirst().orElseThrow();

		jobs.slurm("scancel", step);

		assertThat(run.end().requireExit(70).errors()).contains("the step " + step + " of Slurm was cancelled");
		jobs.requireNothingLeft();
	}

	/** Slurm takes minutes to notice a lost node, unless its state is set by hand. */
	@Test
	void run_bySrunNodeIsLost_saysSo() throws Exception {
		try (PretendNodes others = PretendNodes.startWithSlurm(Files.createDirectory(shared.resolve("failing")), 3)) {
			LauncherRun run = new SlurmJobs(pmix4j, others).bySrun("echo ready; exec sleep 1000").start().awaitOutput("ready");

			others.lose("node3");
			new SlurmJobs(pmix4j, others).slurm("scontrol", "update", "nodename=node3", "state=down", "reason=lost");

			assertThat(run.end().requireExit(70).errors()).contains("the node node3 has failed");
		}
	}

	/** The launcher gets a signal, too, as it runs in the job. */
	@ParameterizedTest
	@ValueSource(strings = { "slurm:srun", "slurm" })
	void run_inABatchScriptThatIsRequeued_saysSo(String engine) throws Exception {
		String file = "requeued." + engine.replace(':', '.');
		Path script = Files.writeString(nodes.folder().resolve(file), "#!/bin/sh\n\"$@\"\n");
		Path said = nodes.folder().resolve(file + ".out");
		String job = jobs.command(List.of("sbatch", "--parsable", "--requeue", "-N3", "-n6", "-o", said.toString(), script.toString()), "run",
				"--engine", engine, "-n", 6, "sh", "-c", "echo ready; exec sleep 1000").finish().requireExit(0).text().strip();
		Await.until("the job", MOMENT, () -> said(said).contains("ready"));

		jobs.slurm("scontrol", "requeue", job);

		String reason = "(?s).*pmix4j: the (job|step) " + job + "\\S* of Slurm was put into the queue again.*";
		Await.until("the reason", MOMENT, () -> said(said).matches(reason));
		jobs.slurm("scancel", job);
		jobs.requireNothingLeft();
	}

	private static String said(Path file) {
		try {
			return Files.exists(file) ? Files.readString(file) : "";
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	@Test
	void engines_onTheHead_listsPartitionsAndRelease() throws Exception {
		assertThat(jobs.command(List.of(), "engines").finish().requireExit(0).text())
				.containsPattern("slurm +ready +partition all\\* 3 nodes, up, time limit infinite, Slurm \\d+\\.\\d+");
		assertThat(jobs.command(List.of(), "engines").finish().requireExit(0).text())
				.containsPattern("slurm:srun +ready +srun, without PRRTE; kinds of MPI: .*pmix").containsPattern("slurm:srun .*pmi2");
		assertThat(jobs.command(List.of("salloc", "-Q", "-N2"), "engines").finish().requireExit(0).text())
				.containsPattern("slurm +allocation +allocation \\d+ with the nodes node\\[\\d.*Slurm \\d+");
	}
}
