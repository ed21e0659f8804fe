// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;

/** Tests a launcher that is the first process of a container or a subreaper, or that a script has started in the background. */
class FirstProcessTest {
	private static final List<String> CONTAINER = List.of("unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child",
			"--mount-proc");
	/** Its process is the launcher itself. PR_SET_CHILD_SUBREAPER is 36. */
	private static final List<String> SUBREAPER = List.of("python3", "-c",
			"import ctypes, os, sys; ctypes.CDLL(None).prctl(36, 1); os.execvp(sys.argv[1], sys.argv[1:])");
	/** Ends when no orphan is left, which as a zombie would still be found by its parent's number. */
	private static final String ORPHANS = "i=0; while [ $i -lt 40 ]; do (sleep 0.01 & echo $! >&3); i=$((i+1)); done 3>\"$0\";"
			+ " while read p; do while [ -e /proc/$p ]; do sleep 0.01; done; done <\"$0\"; rm \"$0\"; echo reaped";

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	static List<List<String>> reapers() {
		return List.of(CONTAINER, SUBREAPER);
	}

	@ParameterizedTest
	@MethodSource("reapers")
	void run_ranksLeaveOrphans_theyAreReaped(List<String> reaper) {
		assertThat(pmix4j.run("-n", 2, "sh", "-c", "sh -c '" + ORPHANS + "' \"$(mktemp)\"").inside(reaper).finish().requireExit(0).lines())
				.containsExactly("reaped", "reaped");
	}

	/** There, ranks would be looked for, and killed, by numbers that mean other processes. */
	@Test
	void run_procOfAnotherPidNamespace_isRefusedInOneLine() {
		Outcome outcome = pmix4j.run("-n", 1, "true").inside(CONTAINER.subList(0, CONTAINER.indexOf("--mount-proc"))).finish();

		assertThat(outcome.errorLines()).containsExactly("pmix4j: /proc does not show the processes of this PID namespace;"
				+ " mount it with: mount -t proc proc /proc (unshare does it with --mount-proc)");
		assertThat(outcome.exitCode()).isNotZero();
	}

	@ParameterizedTest
	@CsvSource({ "TERM,143", "INT,130", "HUP,129" })
	void signal_toTheFirstProcess_givesTheCodeOfTheSignal(String signal, int code) {
		pmix4j.run("-n", 1, "sh", "-c", "kill -" + signal + " 1; sleep 1000").inside(CONTAINER).finish().requireExit(code);
	}

	@ParameterizedTest
	@CsvSource({ "INT,130", "TERM,143" })
	void signal_thatIsIgnoredAtTheStart_endsTheJob(String signal, int code) {
		LauncherRun run = pmix4j.run("-n", 1, "sh", "-c", "echo ready; sleep 1000")
				.inside(List.of("sh", "-c", "trap '' " + signal + "; exec \"$@\"", "sh")).start().awaitOutput("ready");

		run.signal(signal).end().requireExit(code);
	}

	@Test
	void hangup_thatIsIgnoredAtTheStart_staysIgnored() {
		LauncherRun run = pmix4j.run("-n", 1, "sh", "-c", "echo ready; read line").inputByTest()
				.inside(List.of("sh", "-c", "trap '' HUP; exec \"$@\"", "sh")).start().awaitOutput("ready");

		run.signal("HUP").signal("INT").end().requireExit(130);
	}
}
