// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests the warnings that ranks in C get before their host ends them: they ignore TERM and end by themselves in time. */
class TerminationWarningTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	/** Starts ranks and waits until one of them has passed the fence behind the registrations of all. */
	private LauncherRun run(int ranks, String what) {
		return pmix4j.run("--kill-timeout", 50, "-n", ranks, Peers.c("pmix_warned"), what).start().awaitOutput("ready\n");
	}

	private static String warning(String scope, String reason) {
		return "warned of the end of the " + scope + " in 50 s by " + reason;
	}

	@Test
	void interrupt_warnsAllRanksOfTheEndOfTheJob() {
		Outcome outcome = run(2, "wait").signal("INT").end();

		assertThat(outcome.lines()).filteredOn(warning("job", "JOB CANCELED")::equals).as("%s", outcome).hasSize(2);
	}

	@Test
	void failureOfOneRank_warnsTheOthersOfTheEndOfTheJob() {
		Outcome outcome = run(3, "fail").end().requireExit(3);

		assertThat(outcome.lines()).filteredOn(warning("job", "PROC-EXIT-NONZERO-TERM")::equals).as("%s", outcome).hasSize(2);
	}

	@Test
	void terminationByJobControl_warnsThatRankAlone() {
		String warning = warning("process", "PROC-KILLED-BY-CMD");
		Outcome outcome = run(3, "2").awaitOutput(warning).signal("INT").end();

		assertThat(outcome.lines()).filteredOn(warning::equals).as("%s", outcome).hasSize(1);
	}
}
