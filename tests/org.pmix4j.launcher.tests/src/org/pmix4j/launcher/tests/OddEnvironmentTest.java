// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.OtherUsers;
import org.pmix4j.testkit.Outcome;

/** Tests environments in which little things are missing: the job runs, or one line says why it does not. */
class OddEnvironmentTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	@Test
	void run_homeIsUnset_jobRuns() throws Exception {
		Path wrapper = Wrapper.write(scratch, "exec env -u HOME \"$PMIX4J\" \"$@\"");

		Outcome outcome = pmix4j.run("-n", 2, "echo", "here").through(wrapper).finish().requireExit(0);

		assertThat(outcome.lines()).containsExactly("here", "here");
		assertThat(outcome.errors()).isEmpty();
	}

	@Test
	void run_workingDirectoryCannotBeReached_oneLineSaysSo() throws Exception {
		Path closed = Files.createDirectory(scratch.resolve("closed"));
		Path inner = Files.createDirectory(closed.resolve("inner"));
		String obedient = String.join(" ", OtherUsers.obedient());
		Path wrapper = Wrapper.write(scratch, "cd '" + inner + "' && chmod 0 '" + closed + "' && exec " + obedient + " \"$PMIX4J\" \"$@\"");

		Outcome outcome = pmix4j.run("-n", 2, "echo", "here").through(wrapper).finish().requireExit(1);
		Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));

		assertThat(outcome.errorLines()).containsExactly(
				"pmix4j: the working directory " + inner + " cannot be reached: permission denied; change to another one");
	}

	@Test
	void run_workingDirectoryIsDeleted_oneLineSaysSo() throws Exception {
		Path gone = Files.createDirectory(scratch.resolve("gone"));
		Path wrapper = Wrapper.write(scratch, "cd '" + gone + "' && rmdir '" + gone + "' && exec \"$PMIX4J\" \"$@\"");

		Outcome outcome = pmix4j.run("-n", 2, "echo", "here").through(wrapper).finish().requireExit(1);

		assertThat(outcome.text()).isEmpty();
		// the shell that runs the script may complain, too
		assertThat(outcome.errorLines()).filteredOn(line -> line.startsWith("pmix4j: "))
				.containsExactly("pmix4j: the working directory does not exist any more; change to another one");
		assertThat(outcome.errors()).doesNotContain("\tat ");
	}
}
