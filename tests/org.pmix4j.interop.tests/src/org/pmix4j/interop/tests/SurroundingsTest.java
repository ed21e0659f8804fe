// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests scarce, long or missing resources: the launcher works, or reports in one line what is missing, and leaves nothing behind. */
class SurroundingsTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	@Test
	void run_longTemporaryDirectory_mpiProgramWorks() throws Exception {
		Path folder = Files.createDirectory(scratch.resolve("d".repeat(220)));

		pmix4j.run("-n", 2, Peers.c("mpi_hello"), 2).with("TMPDIR", folder.toString()).finish().requirePeers("mpi_hello", 2);

		assertThat(folder).isEmptyDirectory();
	}

	@Test
	void run_tooFewDescriptors_failsWithReason() throws Exception {
		Path few = Wrapper.write(scratch, "ulimit -n 50; exec \"$PMIX4J\" \"$@\"");

		Outcome outcome = pmix4j.run("-n", 64, "sleep", 1000).through(few).finish().requireExit(126);

		assertThat(outcome.errorLines()).singleElement().asString().contains("too many open files", "ulimit -n");
	}

	@Test
	void run_fullDisk_failsWithReason() throws Exception {
		Path full = Wrapper.write(scratch, "exec \"$PMIX4J\" \"$@\" >/dev/full");

		Outcome outcome = pmix4j.run("-n", 2, "yes").through(full).finish().requireExit(1);

		assertThat(outcome.errorLines()).singleElement().asString().contains("output cannot be written", "no space left on device");
	}

	@ParameterizedTest
	@ValueSource(strings = { ">&-", "2>&-", "<&- >&- 2>&-" })
	void run_closedStreams_exitCodeIsThatOfRanks(String closed) throws Exception {
		Path closing = Wrapper.write(scratch, "exec \"$PMIX4J\" \"$@\" " + closed);

		pmix4j.run("-n", 2, "sh", "-c", "cat; echo out; echo err >&2; exit 5").through(closing).finish().requireExit(5);
	}

	@Test
	void run_emptyEnvironment_works() throws Exception {
		Path bare = Wrapper.write(scratch, "exec env -i TMPDIR=\"$TMPDIR\" PATH=\"$PATH\" JAVA_HOME=\"${JAVA_HOME:-}\" \"$PMIX4J\" \"$@\"");

		pmix4j.run("-n", 2, Peers.c("pmix_hello")).through(bare).finish().requirePeers("pmix_hello", 2);
	}

	@Test
	void run_aThousandRanks_allRun() {
		Outcome outcome = pmix4j.run("-n", 1000, "sh", "-c", "echo $PMIX_RANK").finish().requireExit(0);

		assertThat(outcome.lines()).hasSize(1000).doesNotHaveDuplicates();
	}
}
