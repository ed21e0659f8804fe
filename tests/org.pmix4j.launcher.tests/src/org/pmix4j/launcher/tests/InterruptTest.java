// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Failpoint;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.ProcessTable;

/** Tests signals to launcher and ranks, and the time limit: the job first ends in an orderly way, then by force. */
class InterruptTest {
	private static final Duration MOMENT = Duration.ofSeconds(10);
	/** Shows that the first signal has arrived; the kernel drops a second one before that. */
	private static final String SPEAKING = "trap 'echo term' INT TERM; echo ready; while :; do sleep 0.01; done";
	private static final String OBEDIENT = "echo ready; while :; do sleep 1000; done";
	private static final String STUBBORN = "trap '' INT TERM HUP; " + OBEDIENT;

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	@ParameterizedTest
	@CsvSource({ "INT,130", "TERM,143", "HUP,129" })
	void signal_once_jobEndsAndLauncherDiesOfSignal(String signal, int code) {
		Outcome outcome = ready(3, OBEDIENT).signal(signal).end().requireExit(code);

		assertThat(outcome.errorLines()).containsExactly("pmix4j: the job was interrupted; 3 ranks were ended");
	}

	@Test
	void signal_onceRanksIgnoreTerm_jobIsKilled() {
		ready(3, STUBBORN).signal("INT").end().requireExit(130);
	}

	@Test
	void signal_threeTimes_secondWarnsAndThirdKills() {
		LauncherRun run = ready(2, SPEAKING).signal("INT");
		awaitLines(run, "term", 2);

		run.signal("INT").awaitErrors("press Ctrl-C again");
		Outcome outcome = run.signal("INT").end().requireExit(130);

		assertThat(outcome.errorLines()).contains("pmix4j: the job is being ended; press Ctrl-C again to kill its ranks at once",
				"pmix4j: the job was interrupted; 2 ranks were ended");
	}

	@ParameterizedTest
	@ValueSource(strings = { "--kill-timeout 3600", "--mca odls_base_sigkill_timeout 3600", "--prtemca odls_base_sigkill_timeout 3600",
			"--runtime-options kill-timeout=3600" })
	void signal_once_ranksHaveTheKillTimeout(String options) throws Exception {
		Path gate = scratch.resolve("gate");
		LauncherRun run = withOptions(options, "trap 'echo term; until [ -e " + gate
				+ " ]; do sleep 0.01; done; echo saved; exit 0' TERM; echo ready; while :; do sleep 0.01; done").signal("TERM");
		awaitLines(run, "term", 2);

		Files.createFile(gate);

		assertThat(run.end().requireExit(143).lines()).filteredOn("saved"::equals).hasSize(2);
	}

	@Test
	void signal_twice_shortensTheKillTimeout() {
		LauncherRun run = withOptions("--kill-timeout 3600", SPEAKING).signal("INT");
		awaitLines(run, "term", 2);

		run.signal("INT").end().requireExit(130);
	}

	private LauncherRun withOptions(String options, String script) {
		List<Object> words = new ArrayList<>(List.of(options.split(" ")));
		words.addAll(List.of("-n", 2, "sh", "-c", script));
		LauncherRun run = pmix4j.run(words.toArray()).start();
		awaitLines(run, "ready", 2);
		return run;
	}

	@ParameterizedTest
	@CsvSource({ "USR1,USR1", "PROF,PROF", "SIGXCPU,XCPU", "23,URG" })
	void forwardSignals_list_reachesAllRanksBesidesTheUsual(String word, String signal) {
		LauncherRun run = pmix4j.run("--forward-signals", word + ",WINCH", "-n", 2, "sh", "-c",
				"trap 'echo got; exit 0' " + signal + "; echo ready; while :; do sleep 0.01; done").start();
		awaitLines(run, "ready", 2);

		assertThat(run.signal(signal).end().requireExit(0).lines()).filteredOn("got"::equals).hasSize(2);
	}

	@Test
	void forwardSignals_none_signalEndsTheLauncher() {
		LauncherRun run = pmix4j.run("--forward-signals", "none", "-n", 1, "sh", "-c", OBEDIENT).start();
		awaitLines(run, "ready", 1);

		run.signal("USR1").end().requireExit(138);
	}

	@Test
	void signal_rankCleansUpOnTerm_lastOutputArrives() {
		Outcome outcome = ready(2, "trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.01; done").signal("INT").end()
				.requireExit(130);

		assertThat(outcome.lines()).containsExactlyInAnyOrder("ready", "ready", "bye", "bye");
	}

	@Test
	void signal_wrapperWithChildren_allEnd() {
		ready(2, "trap '' TERM; sh -c \"trap '' TERM; sleep 1000; true\" & sleep 1000 & " + OBEDIENT).signal("TERM").end().requireExit(143);
	}

	@Test
	void signal_mpiProgram_jobEnds() {
		LauncherRun run = pmix4j.run("-n", 4, Peers.c("pmix_exit"), "init,fence,ready,begin,wait").start();
		awaitLines(run, "ready", 4);

		run.signal("INT").end().requireExit(130);
	}

	@ParameterizedTest
	@CsvSource({ "USR1,10", "USR2,12", "ALRM,14" })
	void signal_forwarded_reachesAllRanks(String signal, int number) {
		Outcome outcome = ready(2, "trap 'echo got; exit 0' " + signal + "; echo ready; while :; do sleep 0.01; done").signal(signal).end()
				.requireExit(0);

		assertThat(outcome.lines()).as("signal " + number).filteredOn("got"::equals).hasSize(2);
	}

	@Test
	void reportPid_file_holdsThePidOfTheLauncher() throws Exception {
		Path file = scratch.resolve("pid");
		LauncherRun run = pmix4j.run("--report-pid", file, "-n", 1, "sh", "-c", OBEDIENT).start();
		awaitLines(run, "ready", 1);

		assertThat(Files.readString(file)).isEqualTo(run.pid() + "\n");
		run.signal("TERM").end().requireExit(143);
	}

	@Test
	void reportPid_launcherIsKilled_fileIsRemoved() {
		Path file = scratch.resolve("pid");
		LauncherRun run = pmix4j.run("--report-pid", file, "-n", 1, "sh", "-c", OBEDIENT).start();
		awaitLines(run, "ready", 1);

		run.signal("KILL").end();

		Await.until("the watchdog has removed the file", Duration.ofSeconds(60), () -> Files.notExists(file));
	}

	@Test
	void reportPid_fileOrDescriptor_isRemovedOrWritten() throws Exception {
		Path file = scratch.resolve("pid");
		Path pipe = scratch.resolve("pipe");
		pmix4j.run("--report-pid", file, "-n", 1, "cat", file).finish().requireExit(0);

		assertThat(file).doesNotExist();
		Outcome outcome = pmix4j.run("--report-pid", 7, "-n", 1, "true").inside(List.of("sh", "-c", "exec \"$@\" 7>'" + pipe + "'", "sh"))
				.finish().requireExit(0);
		assertThat(Files.readString(pipe)).matches("\\d+\n");
		assertThat(outcome.lines()).isEmpty();
	}

	@Test
	void signal_stopAndContinue_launcherAndRanksStopAndContinue() {
		// no loop that forks: a shell waits uninterruptibly for a child stopped before its exec
		LauncherRun run = ready(2, "trap 'echo on' CONT; sleep 1000 & echo ready; while :; do wait; done").signal("TSTP");
		Await.until("both ranks are stopped", MOMENT, () -> shells(run).stream().filter(entry -> entry.state() == 'T').count() == 2);
		Await.until("the launcher is stopped", MOMENT,
				() -> ProcessTable.entry(run.pid()).filter(entry -> entry.state() == 'T').isPresent());

		run.signal("CONT");

		awaitLines(run, "on", 2);
		run.signal("TERM").end().requireExit(143);
	}

	@ParameterizedTest
	@EnumSource(names = { "LAUNCH_JOB", "START_JOB", "SPAWN_RANK" })
	void signal_duringStart_launcherEndsAndLeavesNothing(LauncherStep step) {
		try (Failpoint point = step.failpoint()) {
			LauncherRun run = pmix4j.run("-n", 4, "sleep", 1000).onJvm(point.javaOptions()).start();
			point.await();
			run.signal("INT");
			point.release();

			run.end().requireExit(130);
		}
	}

	@Test
	void signal_forwardedBeforeTheLaunch_reachesTheRanks() {
		try (Failpoint point = LauncherStep.LAUNCH_JOB.failpoint()) {
			LauncherRun run = pmix4j.run("-n", 2, "sleep", 1000).onJvm(point.javaOptions()).start();
			point.await();
			run.signal("USR1");
			point.release();

			run.end().requireExit(138);
		}
	}

	@Test
	void controlC_inTerminal_jobEnds() throws Exception {
		// a shell between the two would receive the key as well and report its own end
		Path terminal = Wrapper.write(scratch, "exec script -qefc \"exec '$PMIX4J' run -n 2 sh -c 'echo ready; sleep 1000'\" /dev/null");
		LauncherRun run = pmix4j.run().through(terminal).inputByTest().start();
		// a rank that is just being started is still in the launcher's process group
		Await.until("both ranks are ready", MOMENT, () -> run.outputSoFar().lines().filter(line -> line.strip().equals("ready")).count() == 2);

		run.input().write(3);
		run.input().flush();

		assertThat(run.end().requireExit(130).text()).contains("pmix4j: the job was interrupted; 2 ranks were ended");
	}

	@Test
	void kill_oneRank_othersAreTerminatedAndItIsReported() {
		LauncherRun run = ready(3, STUBBORN);
		int victim = shells(run).get(1).pid();

		LauncherRun.signal("KILL", victim);

		assertThat(run.end().requireExit(137).errorLines()).singleElement().asString()
				.matches("pmix4j: rank [0-2] on \\S+ \\(pid " + victim + "\\) died of SIGKILL; the other 2 ranks were ended");
	}

	@Test
	void timeout_expires_jobEndsWithItsCode() {
		Outcome outcome = pmix4j.run("--timeout=0.5", "-n", 2, "sh", "-c", STUBBORN).finish().requireExit(110);

		assertThat(outcome.errorLines()).containsExactly("pmix4j: the job ran into its time limit of 0.5 s; 2 ranks were ended");
	}

	@Test
	void timeout_jobEndsBefore_hasNoEffect() {
		assertThat(pmix4j.run("--timeout", 60, "-n", 2, "true").finish().requireExit(0).duration()).isLessThan(MOMENT);
	}

	private LauncherRun ready(int ranks, String script) {
		LauncherRun run = pmix4j.run("-n", ranks, "sh", "-c", script).start();
		awaitLines(run, "ready", ranks);
		return run;
	}

	private static void awaitLines(LauncherRun run, String line, int count) {
		Await.until(count + " times " + line, MOMENT, () -> run.outputSoFar().lines().filter(line::equals).count() == count);
	}

	/** Returns the ranks, which are children of the launcher like its watchdog. */
	private static List<ProcessTable.Entry> shells(LauncherRun run) {
		return ProcessTable.descendants(run.pid()).stream().filter(entry -> entry.parent() == run.pid())
				.filter(entry -> !entry.command().contains("pmix4j-watchdog")).toList();
	}
}
