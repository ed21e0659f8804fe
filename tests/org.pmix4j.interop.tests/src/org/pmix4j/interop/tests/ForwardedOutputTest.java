// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Output of ranks that other processes linked with the C library pull. */
class ForwardedOutputTest {
	private static final Path PULL = Peers.c("pmix_iof_pull");
	private static final int LINE = 64;

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@Test
	void pull_ofOtherRanks_bringsEveryByteOnce_untilItIsEnded() {
		Outcome outcome = pmix4j.run("-n", 4, PULL).finish().requireExit(0);

		assertThat(outcome.lines().stream().filter(line -> line.contains(" ok "))).hasSize(4);
		assertThat(outcome.lines().stream().filter(line -> line.length() == LINE - 1)).as("the terminal has it, too").hasSize(300);
	}

	@Test
	void pull_afterTheOutput_bringsItAll() {
		pmix4j.run("-n", 3, PULL, "--early").finish().requireExit(0);
	}

	@Test
	void pull_withTags_bringsBytesAsTheyAre() {
		pmix4j.run("-n", 2, PULL, "--key", "pmix.iof.tag", "--key", "pmix.iof.ts").finish().requireExit(0);
	}

	@Test
	void pull_bySomebodySlow_losesNothing() {
		Outcome outcome = pmix4j.run("-n", 3, PULL, "--lines", 500_000, "--slow", 300).finish().requireExit(0);

		assertThat(outcome.output().length).isGreaterThan(2 * 500_000 * LINE);
	}

	@Test
	void pull_bySomebodyKilled_endsTheJobOnly() {
		Outcome outcome = pmix4j.run("-n", 3, PULL, "--lines", 500_000, "--die", 10_000_000).finish();

		assertThat(outcome.exitCode()).isEqualTo(137);
		assertThat(outcome.errors()).contains("SIGKILL");
	}
}
