// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4j.testkit.Checkout;

/** Checks, before a launcher waits in vain, that the methods of {@link LauncherStep} exist. */
class LauncherStepTest {
	@ParameterizedTest
	@EnumSource
	void method_ofAStep_existsInOneClass(LauncherStep step) throws IOException {
		List<Path> sources;
		try (Stream<Path> files = Files.walk(Checkout.root().resolve("bundles"))) {
			sources = files.filter(file -> file.endsWith(step.type + ".java")).toList();
		}

		assertThat(sources).hasSize(1);
		assertThat(Files.readAllLines(sources.get(0))).anyMatch(line -> line.matches("\t[a-z].* " + step.method + "\\(.*[^;]"));
	}
}
