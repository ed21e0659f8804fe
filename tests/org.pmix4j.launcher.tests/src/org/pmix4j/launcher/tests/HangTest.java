// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;

/** Tests that a hanging launcher makes other tests fail with enough information to find the cause. */
class HangTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@Test
	void end_launcherHangs_messageShowsItsState() {
		LauncherRun run = pmix4j.run("-n", 2, "sh", "-c", "echo here; echo there >&2; exec sleep 1000").onJvm("-ea")
				.limit(Duration.ofSeconds(3)).start().awaitOutput("here");

		assertThatThrownBy(run::end).isInstanceOf(AssertionError.class).hasMessageContaining("it does not end")
				.hasMessageContaining("sleep 1000").hasMessageContaining("pmix4j-watchdog").hasMessageContaining("\"pmix-procs-")
				.hasMessageContaining("at org.pmix4j.").hasMessageContaining("--- output\nhere").hasMessageContaining("--- errors\nthere");
	}

	@Test
	void awaitOutput_launcherEndsWithoutOutput_messageShowsOutputSoFar() {
		LauncherRun run = pmix4j.run("-n", 1, "echo", "hi").start();

		assertThatThrownBy(() -> run.awaitOutput("ready")).isInstanceOf(AssertionError.class)
				.hasMessageContaining("\"ready\" does not come in its output").hasMessageContaining("--- output\nhi");
		run.end().requireExit(0);
	}
}
