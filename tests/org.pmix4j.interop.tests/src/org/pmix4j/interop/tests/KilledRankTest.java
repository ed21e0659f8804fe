// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests ranks killed in the middle of a protocol step: no rank waits forever for them, and the others can continue. */
class KilledRankTest {
	private static final int RANKS = 3;

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@ParameterizedTest
	@ValueSource(strings = { "fence", "collect", "commit", "get", "connect", "disconnect", "group", "destruct", "event", "lookup", "spawn",
			"finalize" })
	void run_rankKilledUnderContinue_othersContinue(String step) {
		Outcome outcome = pmix4j.run("--continue", "-n", RANKS, Peers.c("pmix_killed"), step, RANKS).finish().requireExit(137);

		requireSurvivors(outcome, step);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1000, 2000, 4000, 8000 })
	void run_rankKilledWhileConnecting_othersContinue(int microseconds) {
		Outcome outcome = pmix4j.run("--continue", "-n", RANKS, Peers.c("pmix_killed"), "init", RANKS, microseconds).finish()
				.requireExit(137);

		requireSurvivors(outcome, "init");
	}

	@ParameterizedTest
	@ValueSource(strings = { "fence", "get", "connect", "group", "finalize" })
	void run_rankOfDebian13KilledUnderContinue_othersContinue(String step) {
		Outcome outcome = pmix4j.run("--continue", "-n", RANKS, Peers.trixie("pmix_killed"), step, RANKS).finish().requireExit(137);

		requireSurvivors(outcome, step);
	}

	private static void requireSurvivors(Outcome outcome, String step) {
		assertThat(outcome.lines()).as(outcome.toString()).containsExactlyInAnyOrder("pmix_killed 0/3 ok step=" + step,
				"pmix_killed 1/3 ok step=" + step);
		assertThat(outcome.errorLines()).as(outcome.toString()).singleElement().asString()
				.matches("pmix4j: rank 2 on \\S+ \\(pid \\d+\\) died of SIGKILL");
	}
}
