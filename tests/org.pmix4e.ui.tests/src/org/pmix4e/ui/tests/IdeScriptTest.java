// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Checkout;

/** Tests pmix4j ide, which starts the workbench. */
class IdeScriptTest {
	@Test
	void help_withoutDisplay_isShown() throws Exception {
		Process script = start("--help");
		String text = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		Await.exit(script);
		assertThat(text).startsWith("Usage: ./pmix4j ide").contains("xvfb-run");
		assertThat(script.exitValue()).isZero();
	}

	@Test
	void start_withoutDisplay_reportsItAndBuildsNothing() throws Exception {
		Process script = start();
		Await.exit(script);
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
