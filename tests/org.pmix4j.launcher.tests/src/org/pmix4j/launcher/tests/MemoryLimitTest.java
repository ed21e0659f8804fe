// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.testkit.Launcher;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests C programs whose data are large, or that make the server keep ever more. */
class MemoryLimitTest {
	private static final int PUT = 100 << 10;

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	private static Launcher withSmallHeap(Launcher launcher) {
		return launcher.maxHeap("64m").limit(Duration.ofMinutes(2));
	}

	@ParameterizedTest
	@CsvSource({ "commit,1024,15,any", "notify,1024,100,any", "notify,128,512,all", "register,32,40,some", "publish,1024,30,some",
			"pset,64,60,some" })
	void run_floodOfOneRank_isRefusedAndOthersGoOn(String kind, int kib, int count, String accepted) {
		Outcome outcome = withSmallHeap(pmix4j.run("-n", 3, Peers.c("pmix_flood"), kind, kib, count, accepted)).finish()
				.requirePeers("pmix_flood", 3);

		assertThat(outcome.errors()).doesNotContain("OutOfMemoryError");
		if (accepted.equals("any")) {
			assertThat(outcome.errors()).contains(":0 (release").contains("was refused");
		}
	}

	@Test
	void run_floodOfNewerRank_isRefusedAndOthersGoOn() {
		Outcome outcome = withSmallHeap(pmix4j.run("-n", 3, Peers.trixie("pmix_flood"), "commit", 1024, 15, "any")).finish()
				.requirePeers("pmix_flood", 3);

		assertThat(outcome.errors()).contains("was refused: the data committed by");
	}

	@Test
	void run_putOfAHundredMegabytes_works() {
		Outcome outcome = pmix4j.run("-n", 2, Peers.c("pmix_many_gets"), 100_000_000, 1, "nocollect")
				.maxHeap("4g").with("PEER_LIMIT", "600").limit(Duration.ofMinutes(2)).finish()
				.requirePeers("pmix_many_gets", 2);

		assertThat(outcome.errors()).isEmpty();
	}

	@Test
	void run_putBeyondTheLimit_isRefusedByName() {
		Outcome outcome = pmix4j.run("--max-message", 64, "-n", 3, Peers.c("pmix_flood"), "commit", PUT, 1, "any")
				.limit(Duration.ofMinutes(2)).finish().requirePeers("pmix_flood", 3);

		assertThat(outcome.errorLines()).hasSize(1);
		assertThat(outcome.errors()).contains(":0 (release").contains("the limit is 67108864 bytes (option --max-message)");
	}

	@Test
	void run_putWithTooLittleHeap_isRefused() {
		Outcome outcome = withSmallHeap(pmix4j.run("-n", 3, Peers.c("pmix_flood"), "commit", PUT, 1, "any")).finish()
				.requirePeers("pmix_flood", 3);

		assertThat(outcome.errors()).contains("there is no memory for it");
	}
}
