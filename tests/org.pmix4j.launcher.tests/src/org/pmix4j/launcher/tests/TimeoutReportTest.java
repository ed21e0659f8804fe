// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Time limits, and the states and stack traces of ranks that are reported when the time is up. */
class TimeoutReportTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@ParameterizedTest
	@ValueSource(strings = { "1", "0:01", "0:0:1", "0:0:0:1" })
	void run_timeout_endsTheJob(String limit) {
		Outcome outcome = pmix4j.run("--timeout", limit, "-n", 2, "sleep", 1000).finish().requireExit(110);

		assertThat(outcome.errorLines()).containsExactly("pmix4j: the job ran into its time limit of 1 s; 2 ranks were ended");
	}

	@Test
	void run_spawnTimeout_doesNotLimitARunningJob() {
		Outcome outcome = pmix4j.run("--spawn-timeout", 60, "-n", 1, "true").finish().requireExit(0);

		assertThat(outcome.errors()).isEmpty();
	}

	@Test
	void run_reportStateOnTimeout_namesStatesAsPrrte() {
		Outcome outcome = pmix4j.run("--timeout", 3, "--report-state-on-timeout", "-n", 2, Peers.c("pmix_exit"), "init,wait",
				"init,finalize,wait").finish().requireExit(110);

		assertThat(outcome.errorLines()).anyMatch(line -> line.startsWith("pmix4j: DATA FOR JOB: "))
				.contains("pmix4j:     Num apps: 1    Num procs: 2    JobState: SYNC REGISTERED    Abort: False",
						"pmix4j:     Num launched: 2    Num reported: 2    Num terminated: 0")
				.anyMatch(line -> line.matches("pmix4j: +Rank: 1 +Node: \\S+ +PID: \\d+ +State: SYNC REGISTERED +ExitCode 0"));
	}

	@Test
	void run_getStackTraces_ofNativeAndJavaRanks(@TempDir Path classes) throws IOException {
		String file = Waiting.class.getName().replace('.', '/') + ".class";
		Files.createDirectories(classes.resolve(file).getParent());
		try (InputStream bytes = Objects.requireNonNull(Waiting.class.getResourceAsStream("/" + file))) {
			Files.copy(bytes, classes.resolve(file));
		}
		Path java = Path.of(System.getProperty("java.home"), "bin", "java");
		Outcome outcome = pmix4j.run("--timeout", 8, "--get-stack-traces", "-n", 1, Peers.c("pmix_exit"), "wait", ":", "-n", 1, java, "-cp",
				classes, Waiting.class.getName()).finish().requireExit(110);

		assertThat(outcome.errorLines()).contains("pmix4j: Waiting for stack traces (this may take a few moments)...")
				.anyMatch(line -> line.matches("pmix4j: rank 0 \\(pmix_exit, PID \\d+ on \\S+\\):"))
				.noneMatch(line -> line.contains("[New LWP") || line.contains("libthread_db") || line.contains("[Inferior"))
				.anyMatch(line -> line.startsWith("pmix4j:     #") || line.contains("no stack trace"))
				.anyMatch(line -> line.contains("\"waiting rank\""));
	}

	@Test
	void run_getStackTraces_ofEqualStacks_areShownOnce(@TempDir Path tools) throws IOException {
		// no debugger is installed everywhere; rank 1 is elsewhere
		Path tool = Files.writeString(tools.resolve("eu-stack"), """
				#!/bin/sh
				echo "PID $2 - process"
				echo "TID $2:"
				echo "#0  0x00007f$2 pause"
				grep -qz PMIX_RANK=1 /proc/$2/environ && echo "#1  0x000055$2 other" || echo "#1  0x000055$2 main"
				""");
		Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwx------"));

		Outcome outcome = pmix4j.run("--timeout", 3, "--get-stack-traces", "-n", 4, Peers.c("pmix_exit"), "wait")
				.with("PATH", tools + ":" + System.getenv("PATH")).finish().requireExit(110);

		assertThat(outcome.errorLines()).containsSequence("pmix4j: ranks 0,2,3 (pmix_exit):", "pmix4j:     Thread:", "pmix4j:     #0  pause",
				"pmix4j:     #1  main").containsSequence("pmix4j:     Thread:", "pmix4j:     #0  pause", "pmix4j:     #1  other");
	}

	/** A rank in Java with a thread of a known name. */
	static final class Waiting {
		private Waiting() {
		}

		public static void main(String[] arguments) throws InterruptedException {
			Thread.currentThread().setName("waiting rank");
			Thread.currentThread().join();
		}
	}
}
