// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.TestAbortedException;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;

/**
 * Tests that nothing of a job is left whose rank has taken all processes that the system allows. A machine that does not let this process
 * make a control group with such a limit, as most containers do not, aborts the tests.
 */
class ProcessLimitTest {
	private static final int MOST = 150;
	private static final Duration LIMIT = Duration.ofSeconds(60);
	/** Each process forks without end, in a process group of its own. */
	private static final String BOMB = """
			import os, time
			while True:
			    try:
			        if os.fork() == 0:
			            os.setpgid(0, 0)
			    except OSError:
			        time.sleep(0.01)
			""";

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	private Path group;

	@BeforeEach
	void makeGroup() {
		Path first = Path.of("/sys/fs/cgroup/pids");
		group = (Files.isDirectory(first) ? first : first.getParent()).resolve("pmix4j-test-pids-" + ProcessHandle.current().pid());
		try {
			Files.createDirectory(group);
			Files.writeString(group.resolve("pids.max"), Integer.toString(MOST));
		} catch (IOException e) {
			throw new TestAbortedException("this machine lets us make no control group with a limit of processes: " + e, e);
		}
	}

	@AfterEach
	void removeGroup() throws IOException {
		Files.deleteIfExists(group);
	}

	@ParameterizedTest
	@ValueSource(strings = { "INT", "TERM" })
	void signal_toALauncherWhoseRankForksWithoutEnd_endsTheJob(String signal) {
		LauncherRun run = start();

		Outcome outcome = run.signal(signal).end();

		assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(signal.equals("INT") ? 130 : 143);
		Await.until("no process of the job is left", LIMIT, () -> processes() == 0);
	}

	@Test
	void kill_ofALauncherWhoseRankForksWithoutEnd_leavesNothing() {
		start().kill();

		Await.until("no process of the job is left", LIMIT, () -> processes() == 0);
		assertThat(pmix4j.directory()).isEmptyDirectory(); // the watchdog is one of the processes
	}

	@Test
	void kill_whereOneMoreProcessIsAllowed_leavesNothing() throws IOException {
		LauncherRun run = pmix4j.run("-n", 1, "sh", "-c", "echo runs; exec sleep 1000").inside(inGroup()).start().awaitOutput("runs");
		Files.writeString(group.resolve("pids.max"), "2");

		run.kill();

		Await.until("no process of the job is left", LIMIT, () -> processes() == 0);
		assertThat(pmix4j.directory()).isEmptyDirectory();
	}

	private List<String> inGroup() {
		return List.of("sh", "-c", "echo $$ >" + group + "/cgroup.procs; exec \"$@\"", "sh");
	}

	private LauncherRun start() {
		LauncherRun run = pmix4j.run("-n", 1, "python3", "-c", BOMB)
				.inside(inGroup()).start();
		Await.until("all processes are taken", LIMIT, () -> processes() == MOST);
		return run;
	}

	private int processes() {
		try {
			return Integer.parseInt(Files.readString(group.resolve("pids.current")).strip());
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}
}
