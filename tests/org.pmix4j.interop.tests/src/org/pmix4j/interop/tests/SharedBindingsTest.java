// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Launcher;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;

/** Tests where the ranks of several launchers of one machine are bound; the machine needs two cores. */
class SharedBindingsTest {
	private static final String SHOW = "grep Cpus_allowed_list /proc/self/status";
	private static final String SHOW_AND_WAIT = SHOW + "; exec sleep 1000";
	private static final Duration LIMIT = Duration.ofSeconds(60);

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path shared;

	private Launcher launcher(Object... words) {
		return pmix4j.run(words).with("PMIX4J_BINDINGS", shared.toString());
	}

	private List<String> rank(Object... words) {
		return launcher(words).finish().requireExit(0).lines();
	}

	private static String unbound() throws Exception {
		return new String(new ProcessBuilder("sh", "-c", SHOW).start().getInputStream().readAllBytes()).strip();
	}

	@Test
	void secondLauncher_takesAFreeCore_untilTheFirstIsKilled() {
		List<String> alone = rank("-n", 1, "sh", "-c", SHOW);
		LauncherRun first = launcher("-n", 1, "sh", "-c", SHOW_AND_WAIT).start().awaitOutput("\n");
		assertThat(first.outputSoFar().lines().toList()).isEqualTo(alone);

		assertThat(rank("-n", 1, "sh", "-c", SHOW)).hasSize(1).isNotEqualTo(alone);
		assertThat(rank("-n", 1, "--bind-to", "core", "sh", "-c", SHOW)).hasSize(1).isNotEqualTo(alone);

		first.kill();
		Await.until("the core is free", LIMIT, () -> rank("-n", 1, "sh", "-c", SHOW).equals(alone));
	}

	@Test
	void secondLauncher_noCoreIsFree_bindsOnlyIfAsked() throws Exception {
		LauncherRun first = launcher("--bind-to", "core", "sh", "-c", SHOW_AND_WAIT).start().awaitOutput("\n");

		assertThat(rank("-n", 1, "sh", "-c", SHOW)).containsExactly(unbound());
		assertThat(rank("-n", 1, "--bind-to", "core", "sh", "-c", SHOW)).hasSize(1).doesNotContain(unbound());
		first.signal("TERM").end();
	}
}
