// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests tools with the C library that attach to a running launcher. Each is started by a rank without the rank's identity. */
class ToolTest {
	private static final Path TOOL = Peers.c("pmix_tool");
	private static final String BY_URI = TOOL + " --uri \"$PMIX_SERVER_URI41\" ";

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@Test
	void attach_withoutName_getsOne() {
		Outcome outcome = shell(BY_URI + "--wanted \"${PMIX_SERVER_URI41%%.*}\"; " + BY_URI + "--launcher");

		assertThat(outcome.lines().stream().filter(line -> line.startsWith("attached as p4j-"))).doesNotHaveDuplicates().hasSize(2);
		assertThat(outcome.lines().stream().filter(line -> line.startsWith("pmix_tool 0/1 ok"))).hasSize(2);
	}

	@Test
	void attach_withName_keepsItAndMayReattach() {
		Outcome outcome = shell(BY_URI + "--name mine --no-finalize; " + BY_URI + "--name mine");

		assertThat(outcome.lines()).containsExactly("attached as mine 3", "attached as mine 3", "pmix_tool 0/1 ok as mine");
	}

	@Test
	void attach_twoAtOnce_bothAreServed() {
		Outcome outcome = shell("( " + BY_URI + ") & ( " + BY_URI + "--name mine ) & wait");

		assertThat(outcome.lines().stream().filter(line -> line.startsWith("pmix_tool 0/1 ok"))).hasSize(2);
	}

	@Test
	void attach_nameOfRank_isRefused() {
		Outcome outcome = shell(BY_URI + "--refused --name \"$PMIX_NAMESPACE\"", 4);

		assertThat(outcome.lines()).containsOnlyOnce("pmix_tool 0/1 ok as nobody");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "--pid $PPID", "--nspace \"${PMIX_SERVER_URI41%%.*}\"",
			"--uri \"file:$(echo \"$PMIX_SERVER_TMPDIR\"/pmix.*.tool.$PPID)\"" })
	void attach_byTheFilesOfTheLauncher_findsIt(String how) {
		Outcome outcome = shell(TOOL + " " + how + " --wanted \"${PMIX_SERVER_URI41%%.*}\"");

		assertThat(outcome.lines().stream().filter(line -> line.startsWith("pmix_tool 0/1 ok"))).hasSize(1);
	}

	@Test
	void attach_byFileNamedByUser_findsIt() {
		Path file = pmix4j.directory().resolve("made/contact");
		Outcome outcome = pmix4j.run("-n", 1, TOOL, "--uri", "file:" + file).with("PMIX_LAUNCHER_RNDZ_FILE", file.toString()).finish();

		outcome.requirePeers("pmix_tool", 1);
		assertThat(file.getParent()).doesNotExist();
	}

	@Test
	void attach_toTheSystemServer_findsIt() {
		Path folder = pmix4j.directory();
		Outcome outcome = pmix4j.run("--system-server", "-n", 1, "sh", "-c", TOOL + " --system --wanted \"${PMIX_SERVER_URI41%%.*}\"").finish();

		outcome.requirePeers("pmix_tool", 1);
		assertThat(folder).isEmptyDirectory();
	}

	@Test
	void systemServer_alreadyRunning_isRefusedWithItsOwner() {
		LauncherRun first = pmix4j.run("--system-server", "-n", 1, "sh", "-c", "echo ready; cat").inputByTest().start().awaitOutput("ready");
		Outcome second = pmix4j.run("--system-server", "-n", 1, "true").finish().requireExit(1);
		assertThat(second.errorLines()).singleElement().asString().contains("process " + first.pid()).contains("/pmix.sys.");
		first.kill();

		pmix4j.run("--system-server", "-n", 1, "true").finish().requireExit(0);
	}

	@Test
	void reportUri_isAddressForTools() {
		Path file = pmix4j.directory().resolve("uri");
		Outcome outcome = pmix4j.run("--report-uri", file, "-n", 1, TOOL, "--uri", "file:" + file).finish();
		outcome.requirePeers("pmix_tool", 1);
		assertThat(file).doesNotExist();

		assertThat(pmix4j.run("--report-uri", "-", "-n", 1, "true").finish().requireExit(0).text())
				.matches("p.*@0\\.0;tcp4://127\\.0\\.0\\.1:\\d+\n");
	}

	/** Runs the C library's pps, as a rank and as a separate tool. */
	@ParameterizedTest
	@ValueSource(strings = { "pps", "env -i PATH=\"$PATH\" TMPDIR=\"$TMPDIR\" pps --pid $PPID" })
	void pps_listsTheJob(String command) {
		Outcome outcome = shell("echo \"$PMIX_NAMESPACE\" && " + command, 2);

		assertThat(outcome.errorLines()).contains("Active nspaces: " + outcome.lines().get(0));
	}

	/** pattrs of 4.2 crashes on a list of unexpected form. */
	@Test
	void pattrs_ofTheHostsAttributes_completes() {
		Outcome outcome = shell("pattrs --host all 2>&1");

		assertThat(outcome.lines()).contains("HOST SUPPORTED ATTRIBUTES: ").anyMatch(line -> line.startsWith("PMIx_Abort:"));
	}

	/** Runs a command in rank 0 while the job's other ranks wait. */
	private Outcome shell(String command) {
		return shell(command, 1);
	}

	private Outcome shell(String command, int ranks) {
		return pmix4j.run("-n", ranks, "sh", "-c", "[ \"$PMIX_RANK\" != 0 ] || { " + command + "; }").finish().requireExit(0);
	}

	/** The debugger attaches when the ranks have stopped, and releases them. */
	@Test
	void stopInInit_ranksWaitForAttachingDebugger() throws Exception {
		LauncherRun run = pmix4j.run("--stop-in-init", "--report-uri", "-", "-n", 3, Peers.c("pmix_hello")).start().awaitOutput("\n");

		assertThat(release(run)).matches("released p4j-.*@1 at pmix-init\n");
		run.end().requirePeers("pmix_hello", 3);
	}

	/** The ranks have two places at which they can stop, and say which one it was. */
	@ParameterizedTest
	@CsvSource({ "--stop-in-app, here", "--stop-in-app=there, there", "--rtos=stop-in-app=there, there", "--rtos=stop-in-app=yes, here" })
	void stopInApp_ranksWaitWhereTheUserSays(String option, String place) throws Exception {
		LauncherRun run = pmix4j.run(option, "--report-uri", "-", "-n", 2, Peers.c("pmix_debug"), "alone").start().awaitOutput("\n");

		assertThat(release(run)).matches("released p4j-.*@1 at " + place + "\n");
		assertThat(run.end().requirePeers("pmix_debug_target", 2).lines())
				.filteredOn(line -> line.endsWith(" ok stopped " + place)).hasSize(2);
	}

	/** Attaches a debugger that waits for the stop of all ranks and releases them; returns what it prints. */
	private static String release(LauncherRun run) throws Exception {
		String uri = run.outputSoFar().lines().findFirst().orElseThrow();
		Process debugger = new ProcessBuilder(Peers.c("pmix_release").toString(), uri).redirectErrorStream(true).start();
		String said = Await.output(debugger);
		assertThat(debugger.exitValue()).as(said).isZero();
		return said;
	}
}
