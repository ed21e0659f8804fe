// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.pmix4j.testkit.Checkout;

/** Tests pmix4j ide, which starts the workbench. */
class IdeScriptTest {
	private static final long LIMIT_SECONDS = 20;

	@Test
	void start_withoutDisplay_reportsItAndBuildsNothing() throws Exception {
		ProcessBuilder builder = new ProcessBuilder(Checkout.root().resolve("pmix4j").toString(), "ide").redirectErrorStream(true);
		builder.environment().keySet().removeAll(Set.of("DISPLAY", "WAYLAND_DISPLAY"));
		Process script = builder.start();
		script.getOutputStream().close();
		assertThat(script.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
		assertThat(new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).contains("there is no display", "xvfb-run")
				.doesNotContain("building");
		assertThat(script.exitValue()).isEqualTo(1);
	}
}
