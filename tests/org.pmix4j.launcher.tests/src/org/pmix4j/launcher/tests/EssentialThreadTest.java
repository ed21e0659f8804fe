// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;

/** Tests that a launcher without enough memory ends at once, with a line and a code, instead of hanging, and leaves nothing behind. */
class EssentialThreadTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@ParameterizedTest
	@ValueSource(strings = { "4m", "5m", "6m" })
	void run_heapTooSmallForOutput_launcherEndsWithLineAndCode(String heap) {
		Outcome outcome = pmix4j.run("-n", 8, "sh", "-c", "head -c 3000000 /dev/zero; exec sleep 1000")
				.maxHeap(heap).finish();

		assertThat(outcome.exitCode()).as(outcome.toString()).isIn(1, 70);
		assertThat(outcome.errorLines()).isNotEmpty()
				.allSatisfy(line -> assertThat(line).startsWith("pmix4j: ").doesNotContain("\tat "))
				.anySatisfy(line -> assertThat(line).containsAnyOf("OutOfMemoryError", "out of memory", "cannot go on"));
	}
}
