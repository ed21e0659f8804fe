// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.testkit.Failpoint;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;

/** Tests that a launcher ends at once, with a line and a code, when a thread dies that it cannot do without, and leaves nothing behind. */
class EssentialThreadTest {
	private static final String RANK = "echo ready; sleep 1; kill -s USR1 $$; sleep 1000";

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@ParameterizedTest
	@CsvSource({ "host.internal.process.Child, exited, OutOfMemoryError, pmix-procs-",
			"host.internal.process.Spawner, spawn, LinkageError, pmix-procs-",
			"host.internal.posix.PollLoop, runTasks, OutOfMemoryError, pmix-procs-",
			"host.internal.job.JobCourse, rankStarted, OutOfMemoryError, pmix-loop-",
			"host.internal.job.JobCourse, rankExited, LinkageError, pmix-loop-",
			"host.internal.streams.InputPump, copy, OutOfMemoryError, pmix-stdin-" })
	void errorInThread_launcherEndsWithLineAndCode(String type, String method, String error, String thread) {
		Outcome outcome = failing("org.pmix4j." + type, method, "java.lang." + error).requireExit(70);

		assertThat(outcome.errorLines()).singleElement().asString().startsWith("pmix4j: the ").contains("cannot go on", thread, error);
	}

	@Test
	void errorInOutputThread_jobEndsWithLine() {
		Outcome outcome = failing("org.pmix4j.host.internal.streams.StreamLines", "accept", "java.lang.OutOfMemoryError")
				.requireExit(1);

		assertThat(outcome.errorLines()).singleElement().asString().contains("output cannot be written", "OutOfMemoryError");
	}

	@Test
	void errorInLoopDuringStart_launcherEndsWithLinesAndCode() {
		Outcome outcome = failing("org.pmix4j.wire.internal.loop.SelectorLoop", "runTimers", "java.lang.LinkageError")
				.requireExit(70);

		assertThat(outcome.errorLines()).isNotEmpty().allSatisfy(line -> assertThat(line).startsWith("pmix4j: the launcher cannot go on"));
	}

	@Test
	void errorInMainThread_launcherEndsWithLineAndCode() {
		Outcome outcome = failing("org.pmix4j.host.LocalHost", "launch", "java.lang.OutOfMemoryError").requireExit(70);

		assertThat(outcome.errorLines()).singleElement().asString().contains("cannot go on", "main", "OutOfMemoryError");
	}

	@Test
	void memoryOfAFewMegabytes_launcherEndsWithOneLineOrWorks() {
		Outcome outcome = pmix4j.run("-n", 4, "sh", "-c", "head -c 3000000 /dev/zero").with("PMIX4J_JAVA_OPTIONS", "-Xmx4m").finish();

		if (outcome.exitCode() != 0) {
			assertThat(outcome.errorLines()).hasSizeBetween(1, 2).allSatisfy(line -> assertThat(line).startsWith("pmix4j: "));
		} else {
			assertThat(outcome.output()).hasSize(12_000_000);
		}
	}

	private Outcome failing(String type, String method, String error) {
		try (Failpoint point = Failpoint.at(type, method)) {
			LauncherRun run = pmix4j.run("-n", 2, "sh", "-c", RANK).with("PMIX4J_JAVA_OPTIONS", point.javaOptions()).start();
			point.await();
			point.fail(error);
			return run.end();
		}
	}
}
