// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.testkit.Launcher;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/**
 * Tests the debuggers among the examples of PRRTE, unmodified: a tool, its daemons, and an application that waits for them; and the
 * events by which a tool follows a launcher.
 */
class DebuggerExamplesTest {
	private static final String FOLDER = "prrte/examples/debugger/";
	private static final int ATTEMPTS = 5;
	private static final Duration MOMENT = Duration.ofSeconds(30);

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	private Launcher inside(Path folder, Object... arguments) {
		return pmix4j.run(arguments).inside(Peers.trixie(List.of())).in(folder);
	}

	/** The daemons print a table of the ranks that they see; they release the application, and end when it has ended. */
	@ParameterizedTest
	@CsvSource({ "'',1,2", "--stop-in-init,1,2", "--stop-on-exec,1,2", "--daemon-colocate-per-node 1,1,2",
			"--daemon-colocate-per-proc 1,2,4", "--app-npernode 3 --app-np 3,1,3" })
	void direct_daemonsReleaseTheApplication(String options, int daemons, int entries) {
		Path direct = Peers.upstream(FOLDER + "direct", "hello", "daemon");
		List<Object> words = new ArrayList<>(List.of("-n", 1, "--bind-to", "none", direct));
		words.addAll(List.of(options.split(" ")));
		words.remove("");

		Outcome outcome = inside(direct.getParent(), words.toArray()).finish().requireExit(0);

		assertThat(outcome.text()).contains("debug_ready_cb called for event notification PMIX_READY_FOR_DEBUG");
		assertThat(ends(outcome, "Debugger daemon ns .*: Finalizing")).isEqualTo(daemons);
		assertThat(ends(outcome, "Proctable\\[.* exec hello")).isEqualTo(entries);
		assertThat(ends(outcome, "DEBUGGER NOTIFIED THAT JOB .* TERMINATED ")).isEqualTo(2);
	}

	/** The tool asks for daemons on its own job, too. Under PRRTE 3, it hangs with --stop-on-exec. */
	@ParameterizedTest
	@CsvSource({ "'',1", "--stop-on-exec,1", "--daemon-colocate-per-proc 1,2" })
	void directMulti_daemonsReleaseTheApplication(String options, int daemons) {
		Path direct = Peers.upstream(FOLDER + "direct-multi", "hello", "daemon");
		List<Object> words = new ArrayList<>(List.of("-n", 1, "--bind-to", "none", direct));
		words.addAll(List.of(options.split(" ")));
		words.remove("");

		Outcome outcome = inside(direct.getParent(), words.toArray()).finish().requireExit(0);

		assertThat(ends(outcome, "Debugger daemon ns .*: Finalizing")).isEqualTo(daemons);
		assertThat(ends(outcome, "DEBUGGER NOTIFIED THAT JOB .* TERMINATED ")).isEqualTo(2);
	}

	@Test
	void direct_cospawnedDaemon_isARankOfTheJob() {
		Path direct = Peers.upstream(FOLDER + "direct", "hello", "daemon");

		Outcome outcome = inside(direct.getParent(), "-n", 1, "--bind-to", "none", direct, "--cospawn").finish().requireExit(0);

		assertThat(ends(outcome, "Proctable\\[.* exec hello")).isEqualTo(2);
		assertThat(ends(outcome, "Proctable\\[.* rank 2 exec daemon")).isEqualTo(1);
		assertThat(ends(outcome, "DEBUGGER NOTIFIED THAT JOB .* TERMINATED ")).isEqualTo(1);
	}

	private static long ends(Outcome outcome, String pattern) {
		return outcome.lines().stream().filter(line -> line.matches(pattern)).count();
	}

	/** The example may hang after its last line, since it wakes a lock on a stack that is gone; only its lines count. */
	@Test
	void attach_toStoppedJob_daemonReleasesIt() throws Exception {
		Path attach = Peers.upstream(FOLDER + "attach", "hello", "daemon");
		LauncherRun run = inside(attach.getParent(), "--stop-in-init", "-n", 2, "--bind-to", "none", "./hello").start()
				.awaitErrors("2 of 2 ranks stopped in PMIx_Init");
		Path output = scratch.resolve("output");
		ProcessBuilder tool = new ProcessBuilder(Peers.trixie(List.of("stdbuf", "-oL", attach.toString(), server())))
				.directory(attach.getParent().toFile()).redirectErrorStream(true).redirectOutput(output.toFile());
		tool.environment().put("TMPDIR", pmix4j.directory().toString());
		Process process = tool.start();
		try {
			Await.until("the end of the daemon", MOMENT, 
					() -> lines(output).stream().anyMatch(line -> line.matches("Debugger daemon namespace \\S+ terminated")));
			Outcome outcome = run.end().requireExit(0);

			assertThat(ends(outcome, "Client ns .*:PMIx_Finalize successfully completed")).isEqualTo(2);
			assertThat(Files.readAllLines(output)).anyMatch(line -> line.matches("Proctable\\[1\\], namespace .* rank 1 exec hello"));
		} finally {
			process.destroyForcibly().waitFor();
		}
	}

	/**
	 * The tool starts the launcher by itself, and forwards the output of the application. It gives a launcher two seconds to call back,
	 * which a busy machine may need for the start of a JVM; it is asked again then.
	 */
	@Test
	void indirect_launcherCallsTheTool_daemonReleasesTheApplication() throws Exception {
		List<String> lines = indirect("", "hello");

		assertThat(lines).contains("WAITING FOR IL TO TERMINATE", "terminate_fn called with status PMIX_ERR_LOST_CONNECTION")
				.anyMatch(line -> line.matches("Proctable\\[1\\], namespace .* rank 1 exec hello"));
		assertThat(lines.stream().filter(line -> line.matches("Client ns .*:PMIx_Finalize successfully completed"))).hasSize(2);
		assertThat(lines).noneMatch(line -> line.contains("DEFAULT EVENT HANDLER"));
	}

	@Test
	void indirect_inputOfTheTool_reachesRankZero() throws Exception {
		assertThat(indirect("first\nsecond\n", "stdincheck")).containsSubsequence("first", "second")
				.contains("terminate_fn called with status PMIX_ERR_LOST_CONNECTION");
	}

	@Test
	void indirect_programMissing_launcherSaysSo() throws Exception {
		assertThat(indirect("", "missing")).contains("Error: Launcher failed")
				.anyMatch(line -> line.matches("pmix4j: job 1: cannot run ./missing .*: no such file or directory"));
	}

	@Test
	void indirectMulti_daemonOfEachProcess_releasesTheApplication() throws Exception {
		Path tool = Peers.upstream(FOLDER + "indirect-multi", "hello", "daemon");

		List<String> lines = indirect("", List.of(tool.toString(), "--daemon-colocate-per-proc", "1"), "hello");

		assertThat(lines.stream().filter(line -> line.matches("Debugger daemon ns .*: Finalizing"))).hasSize(2);
		assertThat(lines.stream().filter(line -> line.matches("Client ns .*:PMIx_Finalize successfully completed"))).hasSize(2);
		assertThat(lines).contains("dbgr_complete_fn called with status PMIX_EVENT_JOB_END");
	}

	private List<String> indirect(String input, String program) throws Exception {
		return indirect(input, List.of(Peers.upstream(FOLDER + "indirect", "hello", "stdincheck", "daemon").toString()), program);
	}

	/** Lets a tool, given with its options, start the launcher with a program. */
	private List<String> indirect(String input, List<String> command, String program) throws Exception {
		Path folder = Path.of(command.get(0)).getParent();
		Path launcher = launcher();
		Path fed = Files.writeString(scratch.resolve("input"), input);
		List<String> lines = List.of();
		for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
			List<String> words = new ArrayList<>(List.of("timeout", "60"));
			words.addAll(command);
			words.addAll(List.of(launcher.toString(), "-n", "2", "--bind-to", "none", "./" + program));
			ProcessBuilder tool = new ProcessBuilder(Peers.trixie(words)).directory(folder.toFile()).redirectErrorStream(true)
					.redirectInput(fed.toFile());
			tool.environment().put("TMPDIR", pmix4j.directory().toString());
			Process process = tool.start();
			lines = new String(process.getInputStream().readAllBytes()).lines().toList();
			process.waitFor();
			if (lines.stream().noneMatch(line -> line.startsWith("Failed to set spawned launcher as primary server"))) {
				break;
			}
		}
		return lines;
	}

	/** Returns a script with a name that the examples know as that of a launcher. */
	private Path launcher() throws IOException {
		String ours = "exec env " + Launcher.form() + " '" + Checkout.script() + "' run \"$@\"\n";
		Path launcher = Files.writeString(scratch.resolve("prterun"), "#!/bin/sh\n" + ours);
		return Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
	}

	/** A tool of our own, as no example registers for these events: PMIX_LAUNCHER_READY and PMIX_LAUNCH_COMPLETE, each once. */
	@Test
	void launcherOfATool_tellsThatItIsReadyAndThatTheJobIsLaunched() throws Exception {
		Path tool = Peers.trixie("pmix_launcher_tool");
		Path output = scratch.resolve("output");
		ProcessBuilder builder = new ProcessBuilder("timeout", "60", tool.toString(), launcher().toString(), "-n", "2", "--bind-to",
				"none", "true").redirectErrorStream(true).redirectOutput(output.toFile());
		builder.environment().put("TMPDIR", pmix4j.directory().toString());

		assertThat(builder.start().waitFor()).as(() -> String.join("\n", lines(output))).isZero();
		assertThat(lines(output)).contains("pmix_launcher_tool 0/1 ok 1 and 1 events");
	}

	private static List<String> lines(Path file) {
		try {
			return Files.readAllLines(file);
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	/** Returns the namespace of the launcher, as the file says that announces it. */
	private String server() throws IOException {
		try (Stream<Path> files = Files.walk(pmix4j.directory(), 2)) {
			return files.map(file -> file.getFileName().toString()).filter(name -> name.matches("pmix\\..*\\.tool\\..*@0")).findFirst()
					.orElseThrow().replaceFirst(".*\\.tool\\.", "");
		}
	}
}
