// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.PretendNodes;

/** What is the same with each release of Slurm. Each test leaves the queue empty. */
abstract class SlurmCases {
	@RegisterExtension
	final Launchers pmix4j = new Launchers();

	SlurmJobs jobs;

	/** Returns the nodes of all tests of the class. */
	abstract PretendNodes nodes();

	/** Starts nodes of which a test may lose some. */
	abstract PretendNodes startOthers() throws Exception;

	@BeforeEach
	void start() {
		jobs = new SlurmJobs(pmix4j, nodes());
	}

	/** The jobs of a test that has failed must not keep the nodes from the next one. */
	@AfterEach
	void cancelJobs() throws Exception {
		jobs.slurm("scancel", "-Q", "--user=root");
	}

	@Test
	void run_insideAnAllocation_ranksRunOnItsNodes() throws Exception {
		Outcome outcome = jobs.command(List.of("salloc", "-Q", "-N3", "-n6"), "run", "--verbose", "-n", 6, "sh", "-c",
				"sleep 0.3; echo $PMIX_RANK $(hostname)").finish().requireExit(0);

		assertThat(outcome.lines()).containsExactlyInAnyOrder("0 node1", "1 node1", "2 node2", "3 node2", "4 node3", "5 node3");
		assertThat(outcome.errorLines()).singleElement().asString().contains("in the allocation", "of Slurm with 3 nodes");
		jobs.requireNothingLeft();
	}

	@Test
	void run_inABatchScript_ranksRunOnItsNodes() throws Exception {
		Path script = Files.writeString(jobs.nodes().folder().resolve("script"), "#!/bin/sh\nexec \"$@\"\n");
		Path said = jobs.nodes().folder().resolve("batch");
		List<String> sbatch = List.of("sbatch", "-W", "-Q", "-N3", "-n6", "-o", said.toString(), script.toString());

		Outcome outcome = jobs.command(sbatch, "run", "-n", 6, "sh", "-c", "sleep 0.3; echo $PMIX_RANK $(hostname)").finish()
				.requireExit(0);

		assertThat(Files.readAllLines(said)).as(outcome.errors()).containsExactlyInAnyOrder("0 node1", "1 node1", "2 node2", "3 node2",
				"4 node3", "5 node3");
		jobs.requireNothingLeft();
	}

	@Test
	void run_allocationIsCancelled_saysSo() throws Exception {
		LauncherRun run = jobs.own("echo ready; sleep 1000").start().awaitOutput("ready");

		jobs.slurm("scancel", "--state=RUNNING", "--user=root");

		assertThat(run.end().requireExit(70).errors()).containsPattern("the job \\d+ of Slurm was cancelled");
		jobs.requireNothingLeft();
	}

	@Test
	void run_rankFailsAsTheAllocationIsCancelled_saysSo() throws Exception {
		String script = "[ $PMIX_RANK != 3 ] || { scancel $SLURM_JOB_ID; exit 3; }; sleep 1000";

		assertThat(jobs.own(script).finish().requireExit(70).errors()).containsPattern("the job \\d+ of Slurm was cancelled");
		jobs.requireNothingLeft();

		assertThat(jobs.bySrun(script).finish().requireExit(70).errors()).containsPattern("the (step|job) \\S+ of Slurm was cancelled");
		jobs.requireNothingLeft();
	}

	@Test
	void run_nodeIsLost_saysSo() throws Exception {
		try (PretendNodes others = startOthers()) {
			LauncherRun run = new SlurmJobs(pmix4j, others).own("echo ready; sleep 1000").start().awaitOutput("ready");

			others.lose("node3");

			assertThat(run.end().requireExit(70).errors()).contains("the server has ended before the job");
		}
	}

	@Test
	void run_bySrunAllocationIsCancelled_saysSo() throws Exception {
		LauncherRun run = jobs.bySrun("echo ready; exec sleep 1000").start().awaitOutput("ready");

		jobs.slurm("scancel", "--state=RUNNING", "--user=root");

		assertThat(run.end().requireExit(70).errors()).containsPattern("the (step|job) \\S+ of Slurm was cancelled");
		jobs.requireNothingLeft();
	}

	@Test
	void run_bySrunProgramIsMissing_isNamed() throws Exception {
		assertThat(jobs.command(List.of(), "run", "--engine", "slurm:srun", "-n", 1, "no-such-program").finish().requireExit(127).errors())
				.containsPattern("the program no-such-program was not found on node\\d");
	}
}
