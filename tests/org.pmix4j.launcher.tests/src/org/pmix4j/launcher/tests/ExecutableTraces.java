// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;

/**
 * Tests that stack traces of the native executable name methods, files and lines, so that a report of a failure is worth as much as one of
 * a JVM. Not found by its name: only {@code releng/native/test.sh} runs it, where there is an executable.
 */
class ExecutableTraces {
	private static final Path EXECUTABLE = Checkout.root().resolve("target/native/pmix4j");
	/** Replaces the shell by a file that cannot be run, in a view of the file system that only this program has. */
	private static final List<String> WITHOUT_SHELL = List.of("unshare", "--user", "--map-root-user", "--mount", "bash", "-c",
			"mount --bind /dev/null \"$(readlink -f /bin/sh)\" && exec \"$@\"", "bash");

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	/** The watchdog is a shell, so without one the executable warns with the cause, and runs the job nevertheless. */
	@Test
	void exception_inALoggedWarning_hasFilesAndLines() {
		Outcome outcome = pmix4j.run("-n", 1, "/bin/true").through(EXECUTABLE).inside(WITHOUT_SHELL).finish().requireExit(0);

		assertThat(outcome.errorLines()).anyMatch(line -> line.startsWith("pmix4j: WARNING: ") && line.contains("watchdog"))
				.anyMatch(line -> line.matches("\tat org\\.pmix4j\\.process\\.\\S+\\.Program\\.refusal\\(Program\\.java:[1-9]\\d*\\)"))
				.anyMatch(line -> line.matches("\tat org\\.pmix4j\\.process\\.\\S+\\.PollLoop\\.run\\(PollLoop\\.java:[1-9]\\d*\\)"))
				.filteredOn(line -> line.startsWith("\tat org.pmix4j.")).allMatch(line -> line.matches(".*\\(\\w+\\.java:[1-9]\\d*\\)"));
	}
}
