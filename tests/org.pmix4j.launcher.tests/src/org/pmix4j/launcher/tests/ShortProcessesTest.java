// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;

/** Tests many processes that end before their launcher has looked at them, of which launchers in C lose some and then wait forever. */
class ShortProcessesTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@RepeatedTest(10)
	void run_sixtyFourProcessesWithoutOutput_ends() {
		Outcome outcome = pmix4j.run("-n", 64, "/bin/true").limit(Duration.ofSeconds(10)).finish().requireExit(0);

		assertThat(outcome.output()).isEmpty();
		assertThat(outcome.errors()).isEmpty();
	}

	@Test
	void run_sixtyFourProcessesWithOneLine_allArrive() {
		Outcome outcome = pmix4j.run("-n", 64, "sh", "-c", "echo $PMIX_RANK").finish().requireExit(0);

		assertThat(outcome.lines()).hasSize(64).doesNotHaveDuplicates();
	}

	@Test
	void run_sixtyFourProcessesFail_oneIsReportedAndItsCodeKept() {
		Outcome outcome = pmix4j.run("-n", 64, "sh", "-c", "exit 3").finish().requireExit(3);

		assertThat(outcome.errorLines()).singleElement().asString().startsWith("pmix4j: rank ").contains("exited with code 3");
	}
}
