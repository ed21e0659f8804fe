// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Launcher;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.ProcessTable;

/** Tests the keys of a terminal that send signals, in an interactive shell with job control. */
class TerminalKeysTest {
	private static final String LAUNCHER = Launcher.isNative() ? "target/native/pmix4j" : "org.pmix4j.cli.Main";
	private static final int CONTROL_C = 3;
	private static final int CONTROL_Z = 26;
	private static final int CONTROL_BACKSLASH = 28;

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	@Test
	void controlZ_shellSeesTheStopAndFgResumes() throws Exception {
		LauncherRun shell = shell();
		type(shell, "$PMIX4J run -n 2 sh -c 'trap \"echo on-\\$PMIX_RANK\" CONT; sleep 1000 & echo ready-$PMIX_RANK; while :; do wait; done'\n");
		shell.awaitOutput("ready-0").awaitOutput("ready-1");

		key(shell, CONTROL_Z);
		shell.awaitOutput("Stopped");
		assertThat(launcherAndRanks(shell)).hasSize(3);
		// a rank stops when it gets a processor
		Await.until("launcher and ranks are stopped", Duration.ofSeconds(30),
				() -> launcherAndRanks(shell).stream().allMatch(entry -> entry.state() == 'T'));

		type(shell, "fg\n");
		shell.awaitOutput("on-0").awaitOutput("on-1");
		key(shell, CONTROL_C);
		shell.awaitOutput("2 ranks were ended");
		type(shell, "echo code-$?; exit 0\n");
		assertThat(shell.end().requireExit(0).text()).contains("code-130");
	}

	@Test
	void controlZ_thenBg_jobContinuesInTheBackground() throws Exception {
		LauncherRun shell = shell();
		type(shell, "$PMIX4J run -n 1 sh -c 'trap \"echo on-\\$PMIX_RANK\" CONT; sleep 1000 & echo ready-$PMIX_RANK; while :; do wait; done'\n");
		shell.awaitOutput("ready-0");
		key(shell, CONTROL_Z);
		shell.awaitOutput("Stopped");

		type(shell, "bg\n");
		shell.awaitOutput("on-0");
		type(shell, "jobs; kill -s TERM %1; wait %1; echo code-$?; exit 0\n");

		assertThat(shell.end().requireExit(0).text()).contains("Running").contains("code-143");
	}

	@Test
	void controlC_endsTheLoopOfTheShell() throws Exception {
		Path loop = Wrapper.write(scratch, "export PMIX4J\nexec script -qefc \"exec bash -c 'for i in 1 2; do"
				+ " \\$PMIX4J run -n 2 sh -c \\\"echo ready; sleep 1000\\\"; echo again; done'\" /dev/null");
		LauncherRun run = pmix4j.run().through(loop).inputByTest().start().awaitOutput("ready");

		key(run, CONTROL_C);

		assertThat(run.end().text()).contains("2 ranks were ended").doesNotContain("again");
	}

	@Test
	void controlBackslash_stateOfTheJobIsDescribedOnStandardError() throws Exception {
		LauncherRun shell = shell();
		Path output = scratch.resolve("output");
		type(shell, "$PMIX4J run -n 2 sh -c 'echo out; echo ready-$PMIX_RANK >&2; exec sleep 1000' >" + output + "\n");
		shell.awaitOutput("ready-0").awaitOutput("ready-1");

		key(shell, CONTROL_BACKSLASH);
		shell.awaitOutput("STARTED: ranks 0,1, has not called PMIx_Init").awaitOutput("0 of 2 local processes connected");
		key(shell, CONTROL_C);
		shell.awaitOutput("2 ranks were ended");
		type(shell, "exit 0\n");

		assertThat(shell.end().text()).doesNotContain("Full thread dump");
		assertThat(output).hasContent("out\nout\n");
	}

	private LauncherRun shell() throws IOException {
		Path script = Wrapper.write(scratch, "export PMIX4J PS1=\nexec script -qefc 'exec bash --norc --noprofile --noediting -i' /dev/null");
		return pmix4j.run().through(script).inputByTest().start();
	}

	private static void key(LauncherRun run, int code) throws IOException {
		run.input().write(code);
		run.input().flush();
	}

	private static void type(LauncherRun run, String text) throws IOException {
		run.input().write(text.getBytes(StandardCharsets.US_ASCII));
		run.input().flush();
	}

	private static List<ProcessTable.Entry> launcherAndRanks(LauncherRun shell) {
		List<ProcessTable.Entry> all = ProcessTable.descendants(shell.pid());
		int launcher = all.stream().filter(entry -> entry.command().contains(LAUNCHER)).findFirst().orElseThrow().pid();
		return all.stream().filter(entry -> entry.pid() == launcher || entry.parent() == launcher)
				.filter(entry -> !entry.command().contains("pmix4j-watchdog")).toList();
	}
}
