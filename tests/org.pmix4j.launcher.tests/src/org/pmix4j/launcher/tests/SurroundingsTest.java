// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Checkout;
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

	/** What the launcher has no descriptors to remove, its watchdog does. */
	@ParameterizedTest
	@ValueSource(ints = { 20, 24, 32 })
	void run_hardlyAnyDescriptors_leavesNothing(int most) throws Exception {
		Path base = Files.createDirectory(scratch.resolve("few"));
		Path few = Wrapper.write(scratch, "ulimit -n " + most + "; TMPDIR=" + base + " exec \"$PMIX4J\" \"$@\"");

		Outcome outcome = pmix4j.run("-n", 16, "sleep", 1000).through(few).finish();

		assertThat(outcome.exitCode()).isNotZero();
		Await.until("an empty directory " + base, Duration.ofSeconds(30), () -> isEmpty(base));
	}

	private static boolean isEmpty(Path folder) {
		String[] names = folder.toFile().list();
		return names == null || names.length == 0;
	}

	@Test
	void run_fullDisk_failsWithReason() throws Exception {
		Path full = Wrapper.write(scratch, "exec \"$PMIX4J\" \"$@\" >/dev/full");

		Outcome outcome = pmix4j.run("-n", 2, "yes").through(full).finish().requireExit(1);

		assertThat(outcome.errorLines()).singleElement().asString()
				.contains("output cannot be written: file /dev/full: no space left on device");
	}

	@Test
	void run_outputFileReachesTheLimitOfFiles_failsWithItsNameAndTheReason() throws Exception {
		Path limited = Wrapper.write(scratch, "ulimit -f 100; exec \"$PMIX4J\" \"$@\"");
		Path output = scratch.resolve("output");

		Outcome outcome = pmix4j.run("-n", 1, "--output-directory", output + ":nocopy", "yes").through(limited).finish().requireExit(1);

		assertThat(outcome.errorLines()).singleElement().asString().contains("file " + output, "file too large (see ulimit -f)");
	}

	@Test
	void run_temporaryDirectoryIsNotText_isSilentAndLeavesNothing() throws Exception {
		Path base = Files.createDirectory(scratch.resolve("base"));
		String script = "TMPDIR=$(printf '" + base + "/a\\377'); export TMPDIR; mkdir -p \"$TMPDIR\"; exec \"$PMIX4J\" \"$@\"";
		Path other = Wrapper.write(scratch, script);

		Outcome outcome = pmix4j.run("-n", 2, Peers.c("pmix_hello")).through(other).finish().requirePeers("pmix_hello", 2);

		assertThat(outcome.errors()).isEmpty();
		try (Stream<Path> made = Files.walk(base)) {
			assertThat(made).as("the base and the directory that the wrapper has made").hasSize(2);
		}
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

	/** The executable refuses such limits, see docs/native.md. */
	@ParameterizedTest
	@ValueSource(ints = { 2_500_000, 1_000_000, 600_000 })
	void run_virtualMemoryIsLimited_runs(int kilobytes) throws Exception {
		Path limited = Wrapper.write(scratch, "ulimit -v " + kilobytes + "; exec \"$PMIX4J\" \"$@\"");

		Outcome outcome = pmix4j.run("-n", 2, "sh", "-c", "ulimit -v; printenv MALLOC_ARENA_MAX").onJvm("-ea").through(limited).finish()
				.requireExit(1);

		assertThat(outcome.lines()).containsExactly(Integer.toString(kilobytes), Integer.toString(kilobytes));
	}

	@Test
	void run_tooLittleVirtualMemory_failsWithReason() throws Exception {
		Path limited = Wrapper.write(scratch, "ulimit -v 300000; exec \"$PMIX4J\" \"$@\"");

		Outcome outcome = pmix4j.run("-n", 1, "true").onJvm("-ea").through(limited).finish().requireExit(1);

		assertThat(outcome.errorLines()).singleElement().asString().contains("300000 KiB", "ulimit -v");
	}

	@Test
	void run_argumentsLongerThanOneVariable_arriveWithoutThatVariable() {
		String half = "x".repeat(100_000);

		Outcome outcome = pmix4j.run("-n", 1, "sh", "-c", "echo ${#1} ${#2} ${OMPI_ARGV-unset}", "sh", half, half).finish().requireExit(0);

		assertThat(outcome.lines()).containsExactly("100000 100000 unset");
	}

	@Test
	void run_argumentsThatLeaveNoRoomForEnvironment_variablesOfCallerArrive() throws Exception {
		// the kernel passes on a quarter of the stack's limit: 1.25 MiB
		Path small = Wrapper.write(scratch, "ulimit -s 5120; exec \"$PMIX4J\" \"$@\"");
		String part = "x".repeat(100_000);
		String count = "echo $# $JAVA_TOOL_OPTIONS; env | grep -c PMIX4J_ASIDE";

		Outcome outcome = pmix4j.run("-n", 1, "sh", "-c", count, "sh", part, part, part, part, part, part, part, part, part, part, part)
				.with("JAVA_TOOL_OPTIONS", "-XX:+UseZGC").through(small).finish().requireExit(1);

		assertThat(outcome.lines()).containsExactly("11 -XX:+UseZGC", "0");
		assertThat(outcome.errors()).doesNotContain("Picked up");
	}

	@Test
	void run_programWithMoreArgumentsThanTheKernelPassesOn_failsWithReason() throws Exception {
		String line = "-n 1 true" + (" " + "x".repeat(100_000)).repeat(30) + "\n";
		Path programs = Files.writeString(scratch.resolve("programs"), line);

		Outcome outcome = pmix4j.run("--app", programs).finish().requireExit(126);

		assertThat(outcome.errorLines()).singleElement().asString().contains("cannot run true", "3000000 bytes", "ulimit -s");
	}

	@Test
	void run_programWithOneArgumentThatIsTooLong_failsWithReason() throws Exception {
		Path programs = Files.writeString(scratch.resolve("programs"), "-n 1 true first " + "x".repeat(140_000) + "\n");

		Outcome outcome = pmix4j.run("--app", programs).finish().requireExit(126);

		assertThat(outcome.errorLines()).singleElement().asString().contains("argument 2 has 140000 bytes", "131071");
	}

	@ParameterizedTest
	@ValueSource(strings = { "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "_JAVA_LAUNCHER_DEBUG" })
	void run_variableOfJvms_reachesRanksOnly(String variable) {
		String value = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y";

		Outcome outcome = pmix4j.run("-n", 2, "printenv", variable).with(variable, value).finish().requireExit(0);

		assertThat(outcome.lines()).containsExactly(value, value);
		assertThat(outcome.errors()).isEmpty();
	}

	@Test
	void run_optionsForJavaRanks_reachExampleInPlaceOfOurs() {
		Outcome outcome = pmix4j.run("-n", 2, Checkout.root().resolve("examples/ring")).with("JAVA_TOOL_OPTIONS", "-XX:+UseParallelGC")
				.finish().requireExit(0);

		assertThat(outcome.lines()).hasSize(2).allMatch(line -> line.contains("got token"));
		assertThat(outcome.errorLines()).hasSize(2).allMatch(line -> line.contains("Picked up JAVA_TOOL_OPTIONS"));
	}

	@Test
	void run_moreRanksThanSlots_universeIsTheSlots() {
		Outcome outcome = pmix4j.run("-H", "localhost:2", "-n", 4, "--map-by", ":oversubscribe", "printenv", "OMPI_UNIVERSE_SIZE").finish()
				.requireExit(0);

		// as mpirun 4.1.4 and prterun 3.0.8
		assertThat(outcome.lines()).containsExactly("2", "2", "2", "2");
	}

	@Test
	void run_policiesInEnvironment_areDefaults() {
		Outcome outcome = pmix4j.run("-n", 2, "--display", "map", "true").with("OMPI_MCA_hwloc_base_binding_policy", "none")
				.with("PRTE_MCA_rmaps_default_mapping_policy", "slot").with("PRTE_MCA_plm_ssh_agent", "rsh").finish().requireExit(0);

		assertThat(outcome.text()).contains("Mapping policy: BYSLOT", "Binding policy: NONE");
		assertThat(outcome.errorLines()).singleElement().asString().contains("no effect").endsWith(": PRTE_MCA_plm_ssh_agent");
	}

	@Test
	void run_aThousandRanks_allRun() {
		Outcome outcome = pmix4j.run("-n", 1000, "sh", "-c", "echo $PMIX_RANK").finish().requireExit(0);

		assertThat(outcome.lines()).hasSize(1000).doesNotHaveDuplicates();
	}
}
