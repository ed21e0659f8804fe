// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests tools that disconnect or die: their spawned or held jobs, published values and waiting lookups. */
class ToolJobsTest {
	private static final Path TOOL = Peers.c("pmix_tool_acts");
	/** Opens descriptor 3 for messages of a tool to the shell. */
	private static final String PIPE = "mkfifo said; exec 3<>said; rm said; ";
	/** Ends a script by killing the tool after its first message. */
	private static final String KILLED = "wait >&3 & read line <&3; kill -9 $!; wait $!";

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	/** As under prterun, the launcher waits for the job, shows its output once the tool no longer reads it, and exits with its code. */
	@ParameterizedTest
	@CsvSource({ "exit 0,exit 0,0", "exit 4,exit 0,4", "exit 0,exit 5,5", "exit 4,sleep 6; exit 5,4", "sleep 2; exit 4,exit 5,5" })
	void job_toolFinalized_isAwaited(String job, String own, int code) {
		String jobEnd = job.startsWith("sleep") ? job : "sleep 0.5; " + job;

		Outcome outcome = shell(TOOL + " \"spawn:until [ -e $PWD/gone ]; do sleep 0.01; done; rm $PWD/gone; sleep 2; echo late; " + jobEnd
				+ "\"; touch gone; echo left; " + own, code);

		assertThat(outcome.lines()).contains("pmix_tool_acts 0/1 ok has left", "left", "late");
		assertThat(outcome.errors()).doesNotContain("interrupted");
	}

	@ParameterizedTest
	@ValueSource(strings = { KILLED, "die" })
	void job_heldByToolThatDies_continues(String end) {
		Outcome outcome = shell(PIPE + TOOL + " hold:" + Peers.c("pmix_hello") + " say:held " + end + "; :", 0);

		assertThat(outcome.lines().stream().filter(line -> line.matches("pmix_hello [01]/2 ok.*"))).hasSize(2);
		assertThat(outcome.errors()).contains("the debugger ", " is gone; job 2 continues without it");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "die" })
	void values_ofATool_areRemovedWithIt(String end) {
		shell(TOOL + " publish:name find:name " + end + "; " + TOOL + " absent:name", 0);
	}

	@Test
	void lookup_ofToolThatDies_consumesNothing() {
		Outcome outcome = shell(PIPE + TOOL + " await:name say:waits " + KILLED + "; " + TOOL + " publish:other; " + TOOL
				+ " absent:other once:name; " + TOOL + " find:name", 0);

		assertThat(outcome.lines().stream().filter("pmix_tool_acts 0/1 ok has left"::equals)).as(outcome.toString()).hasSize(3);
	}

	private Outcome shell(String script, int code) {
		return pmix4j.run("-n", 1, "--wdir", pmix4j.directory(), "sh", "-c", script).finish().requireExit(code);
	}
}
