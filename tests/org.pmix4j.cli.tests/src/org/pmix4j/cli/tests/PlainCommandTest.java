// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.testkit.Launchers;

/** The plain command starts without what only other commands need. */
class PlainCommandTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path folder;

	@Test
	void run_ranksAndProgram_neitherMakesTheOptionTableNorTheHelp() throws Exception {
		String classes = initialized("-n", 1, "true");

		assertThat(classes).contains("org/pmix4j/cli/internal/options/RunOptions").doesNotContain("org/pmix4j/job/options/OptionTable")
				.doesNotContain("org/pmix4j/cli/internal/options/Help").doesNotContain("org/pmix4j/cli/internal/options/RefusedWord");
	}

	@Test
	void run_otherOption_makesTheOptionTable() throws Exception {
		assertThat(initialized("--raw", "-n", 1, "true")).contains("org/pmix4j/job/options/OptionTable");
	}

	private String initialized(Object... arguments) throws Exception {
		Path log = folder.resolve("classes");
		pmix4j.run(arguments).onJvm("-Xlog:class+init=info:file=" + log).finish().requireExit(0);
		return Files.readString(log);
	}
}
