// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Checkout;

/**
 * Tests what makes the start of a job fast and is easily lost: that the launcher links no method at run time, which costs a millisecond or
 * more each time. An {@code equals} of a record, a {@code switch} with patterns or {@code String.format} on the way would do so. Older
 * JDKs have no archive of linked lambdas.
 */
@EnabledForJreRange(min = JRE.JAVA_25)
class StartPathTest {
	@TempDir
	private Path scratch;

	@ParameterizedTest
	@ValueSource(strings = { "run -n 2 /bin/true", "run --tag -n 16 /bin/echo", "run -n 2 --map-by slot --bind-to none /bin/true" })
	void run_plainProgram_linksNoMethods(String words) throws Exception {
		Path log = scratch.resolve("classes");
		List<String> command = new ArrayList<>(List.of(words.split(" ")));
		command.add(0, Checkout.root().resolve("pmix4j").toString());
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(Redirect.DISCARD);
		builder.environment().put("PMIX4J_JAVA_OPTIONS", "-Xlog:class+load=info:file=" + log);
		// not where other tests leave the files of killed launchers, which each start removes
		builder.environment().put("TMPDIR", scratch.toString());

		Process launcher = builder.start();
		try {
			launcher.getOutputStream().close();
			Await.exit(launcher);
		} finally {
			launcher.destroyForcibly();
		}

		assertThat(launcher.exitValue()).isZero();
		List<String> loaded = Files.readAllLines(log);
		assertThat(loaded).anyMatch(line -> line.contains(" org.pmix4j.cli.Main source: shared objects file"));
		assertThat(loaded).filteredOn(line -> line.contains("LambdaForm") || line.contains("TypeSwitch"))
				.filteredOn(line -> !line.contains("shared objects file")).isEmpty();
	}
}
