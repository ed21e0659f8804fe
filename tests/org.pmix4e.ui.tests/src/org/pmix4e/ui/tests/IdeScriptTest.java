// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.pmix4j.testkit.Checkout;

/** Tests pmix4j ide, which starts the workbench. */
class IdeScriptTest {
	private static final long LIMIT_SECONDS = 20;

	@Test
	void help_withoutDisplay_isShown() throws Exception {
		Process script = start("--help");
		String text = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(script.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
		assertThat(text).startsWith("Usage: ./pmix4j ide").contains("xvfb-run");
		assertThat(script.exitValue()).isZero();
	}

	@Test
	void start_withoutDisplay_reportsItAndBuildsNothing() throws Exception {
		Process script = start();
		assertThat(script.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
		assertThat(new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).contains("there is no display", "xvfb-run")
				.doesNotContain("building");
		assertThat(script.exitValue()).isEqualTo(1);
	}

	private static Process start(String... arguments) throws IOException {
		List<String> command = new ArrayList<>(List.of(Checkout.root().resolve("pmix4j").toString(), "ide"));
		command.addAll(List.of(arguments));
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
		builder.environment().keySet().removeAll(Set.of("DISPLAY", "WAYLAND_DISPLAY"));
		Process script = builder.start();
		script.getOutputStream().close();
		return script;
	}
}
