// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests every way in which a rank can end, and the launcher's reaction. */
class ExitOutcomeTest {
	private static final String OWN = "pmix4j: rank [01] on \\S+ \\(pid \\d+\\) ";

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "exit:0", "init,finalize", "init,fence,finalize,exit:0", "init,fence,finalize,print:x",
			"init,finalize,init,finalize,quit:0" })
	void run_orderlyEnd_succeedsSilently(String steps) {
		Outcome outcome = pmix4j.run("-n", 2, Peers.c("pmix_exit"), steps).finish().requireExit(0);

		assertThat(outcome.errors()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "exit:3 | 3 | exited with code 3", "quit:255 | 255 | exited with code 255",
			"init,finalize,exit:3 | 3 | exited with code 3", "init,fence,exit:4 | 4 | exited with code 4",
			"init,begin,quit:5 | 5 | exited with code 5", "init,fence,finalize,crash | 139 | died of SIGSEGV",
			"init,fence,crash | 139 | died of SIGSEGV", "signal:9 | 137 | died of SIGKILL", "init,signal:6 | 134 | died of SIGABRT",
			"signal:15 | 143 | died of SIGTERM", "init,exit:0 | 1 | exited with code 0 without calling PMIx_Finalize or MPI_Finalize" })
	void run_everyRankFails_firstOneIsReported(String steps, int exitCode, String reason) {
		Outcome outcome = pmix4j.run("-n", 2, Peers.c("pmix_exit"), steps).finish().requireExit(exitCode);

		assertThat(outcome.errorLines()).as(outcome.toString()).filteredOn(line -> line.startsWith("pmix4j:")).singleElement().asString()
				.matches(OWN + reason + "( \\(core dumped\\))?(; the other rank was ended)?");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "init,fence,wait | init,fence,quit:6 | 6",
			"init,fence,ignore:15,wait | init,fence,signal:9 | 137",
			"init,fence,begin,wait | init,fence,crash | 139", "init,fence,child,wait | init,fence,exit:0 | 1" })
	void run_oneRankFails_otherIsTerminated(String survivor, String culprit, int exitCode) {
		Outcome outcome = pmix4j.run("-n", 2, Peers.c("pmix_exit"), survivor, culprit).finish().requireExit(exitCode);

		assertThat(outcome.errorLines()).as(outcome.toString()).filteredOn(line -> line.startsWith("pmix4j:")).singleElement().asString()
				.contains("rank 1 on", "; the other rank was ended");
	}

	@Test
	void run_rankExitsWithoutInit_othersCalledInit_isFailure() throws Exception {
		LauncherRun run = pmix4j.run("--stdin=1", "-n", 1, Peers.c("pmix_exit"), "init,ready,wait", ":", "-n", 1, "sh", "-c",
				"read line; exit 0")
				.inputByTest().start().awaitOutput("ready");
		run.input().close();

		Outcome outcome = run.end().requireExit(1);

		assertThat(outcome.errors()).contains("rank 1 on", "without calling PMIx_Init or MPI_Init, which other ranks have called");
	}

	@Test
	void run_failureUnderContinue_othersFinishAndTheCodeIsKept() {
		Outcome outcome = pmix4j.run("--continue", "-n", 3, "sh", "-c", "test $PMIX_RANK != 1 || exit 7; echo done").finish()
				.requireExit(7);

		assertThat(outcome.lines()).containsExactly("done", "done");
		assertThat(outcome.errors()).contains("rank 1 on", "exited with code 7");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "init,fence,fence,finalize | init,fence,quit:5", "init,fence,finalize | init,quit:5" })
	void run_rankEndsBeforeFenceUnderContinue_othersDoNotWait(String survivor, String culprit) {
		Outcome outcome = pmix4j.run("--continue", "-n", 3, Peers.c("pmix_exit"), survivor, culprit, survivor).finish().requireExit(5);

		assertThat(outcome.errors()).doesNotContain("time limit").contains("rank 1 on", "exited with code 5");
	}

	@Test
	void spawn_everyFate_isToldToTheSpawner() {
		pmix4j.run("-n", 1, Peers.c("pmix_fates"), Peers.c("pmix_exit")).finish().requirePeers("pmix_fates", 1);
	}

	@Test
	void spawn_everyFateOfNewerRelease_isToldToTheSpawner() {
		pmix4j.run("-n", 1, Peers.trixie("pmix_fates"), Peers.trixie("pmix_exit")).finish().requirePeers("pmix_fates", 1);
	}

	/** The job goes on without rank 1; its end is an event for rank 0. */
	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "leave | 1 | exited with code 0 without calling PMIx_Finalize or MPI_Finalize",
			"never | 1 | exited with code 0 without calling PMIx_Init or MPI_Init, which other ranks have called",
			"exit | 7 | exited with code 7", "signal | 137 | died of SIGKILL", "abort | 42 | called abort with status 42: asked to" })
	void run_oneRankFailsUnderContinue_survivorGetsEvent(String how, int exitCode, String reason, @TempDir Path scratch) {
		Outcome outcome = pmix4j.run("--continue", "-n", 2, Peers.c("pmix_survivors"), how, scratch.resolve("ready")).finish()
				.requireExit(exitCode);

		assertThat(outcome.lines()).singleElement().asString().startsWith("pmix_survivors 0/2 ok");
		assertThat(outcome.errorLines()).as(outcome.toString()).filteredOn(line -> line.startsWith("pmix4j:")).singleElement().asString()
				.matches("pmix4j: rank 1 on \\S+ \\(pid \\d+\\) " + reason);
	}

	@Test
	void run_rankKilledOnRequestUnderContinue_isEventButNoFailure(@TempDir Path scratch) {
		for (Path peer : List.of(Peers.c("pmix_survivors"), Peers.trixie("pmix_survivors"))) {
			Outcome outcome = pmix4j.run("--continue", "-n", 2, peer, "killed", scratch.resolve(peer.getFileName() + ".ready")).finish();

			outcome.requireExit(0);
			assertThat(outcome.lines()).singleElement().asString().startsWith("pmix_survivors 0/2 ok");
		}
	}

	@Test
	void run_programMissing_endsWith127() {
		Outcome outcome = pmix4j.run("-n", 2, "/nowhere/program").finish().requireExit(127);

		assertThat(outcome.errors()).contains("cannot run /nowhere/program");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "--host=localhost:1 | 1 | 2 ranks of program true need as many slots, but 1 is free",
			"--host=nowhere.invalid | 1 | node 'nowhere.invalid' is not in this session",
			"--wdir=/nowhere | 126 | cannot run true: its working directory /nowhere does not exist" })
	void run_jobCannotStart_tellsWhyOnce(String option, int exitCode, String reason) {
		Outcome outcome = pmix4j.run(option, "-n", 2, "true").finish().requireExit(exitCode);

		assertThat(outcome.errorLines()).singleElement().asString().contains(reason);
	}

	@Test
	void run_rankAborts_exitsWithItsStatus() {
		Outcome outcome = pmix4j.run("-n", 2, Peers.c("pmix_exit"), "init,fence,wait", "init,fence,abort:9").finish().requireExit(9);

		assertThat(outcome.errors()).contains("rank 1 on ", "called abort with status 9", "; the other rank was ended");
	}

	@Test
	void run_rankLeavesChild_childIsTerminatedWithJob() {
		Outcome outcome = pmix4j.run("--orphan-timeout", "0.5", "-n", 2, Peers.c("pmix_exit"), "child,exit:0").finish().requireExit(1);

		assertThat(outcome.errors()).contains("killed process ", "(pmix_exit), which holds the output of rank 0", "the output of rank 1",
				"orphan timeout of 0.5 s");
	}
}
