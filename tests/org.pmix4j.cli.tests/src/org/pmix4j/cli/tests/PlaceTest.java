// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;

/** Starts from different directories, the search for programs, and the arguments and variables that reach them. */
class PlaceTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	@Test
	void run_fromOtherFolder_ranksStartThere() throws Exception {
		Path folder = Files.createDirectory(scratch.resolve("a folder"));

		Outcome outcome = pmix4j.run("-n", 2, "sh", "-c", "pwd; echo $PWD").in(folder).finish().requireExit(0);

		assertThat(outcome.lines()).hasSize(4).containsOnly(folder.toRealPath().toString());
	}

	@Test
	void version_fromOtherFolder_works() {
		Outcome outcome = pmix4j.command(List.of("--version")).in(scratch).finish().requireExit(0);

		assertThat(outcome.lines()).first().asString().startsWith("pmix4j ");
	}

	@Test
	void helpOfIde_withoutDisplay_isShown() {
		Outcome outcome = pmix4j.command(List.of("ide", "--help")).inside(List.of("env", "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY")).finish()
				.requireExit(0);

		assertThat(outcome.text()).startsWith("Usage: ./pmix4j ide");
	}

	@Test
	void run_throughLinkInOtherFolder_works() throws Exception {
		Path link = Files.createSymbolicLink(scratch.resolve("pm ix"), Checkout.script());

		assertThat(pmix4j.run("-n", 1, "echo", "hi").through(link).in(scratch).finish().requireExit(0).text()).isEqualTo("hi\n");
	}

	@Test
	void run_relativePathWithSpaces_isFound() throws Exception {
		script(Files.createDirectory(scratch.resolve("my tools")).resolve("say it"), "echo \"<$1>\"");

		assertThat(pmix4j.run("-n", 1, "my tools/say it", "a  b").in(scratch).finish().requireExit(0).text()).isEqualTo("<a  b>\n");
	}

	@Test
	void run_programInWorkingDirectory_isFound() throws Exception {
		Path folder = Files.createDirectory(scratch.resolve("work"));
		script(folder.resolve("here"), "pwd");

		assertThat(pmix4j.run("--wdir", folder, "-n", 1, "./here").finish().requireExit(0).text()).isEqualTo(folder.toRealPath() + "\n");
	}

	@Test
	void run_programOnPath_isFoundAsByShell() throws Exception {
		script(scratch.resolve("my-program"), "echo found");

		Outcome outcome = pmix4j.run("-n", 1, "my-program").with("PATH", scratch + ":" + System.getenv("PATH")).finish().requireExit(0);

		assertThat(outcome.text()).isEqualTo("found\n");
	}

	@Test
	void run_scriptWithoutInterpreterLine_runsAsByShell() throws Exception {
		Path script = Files.writeString(scratch.resolve("old"), "echo $0 $1\n");
		assertThat(script.toFile().setExecutable(true)).isTrue();

		assertThat(pmix4j.run("-n", 1, script, "x").finish().requireExit(0).text()).isEqualTo(script + " x\n");
	}

	@Test
	void run_unusualArguments_arriveUnchanged() {
		Outcome outcome = pmix4j.run("-n", 1, "printf", "<%s>", "", "a b", "*", "$HOME", "\"", "ä", "-n", "--tag", "new\nline").finish()
				.requireExit(0);

		assertThat(outcome.text()).isEqualTo("<><a b><*><$HOME><\"><ä><-n><--tag><new\nline>");
	}

	@Test
	void run_variables_areSetPerProgramAndInherited() {
		Outcome outcome = pmix4j.run("-n", 1, "-x", "ONE=1 2=3", "-x", "EMPTY=", "sh", "-c", "echo a${ONE}b${EMPTY-unset}c$OUTER", ":",
				"-n", 1,
				"-x", "ONE=other", "sh", "-c", "echo d${ONE}e${EMPTY-unset}f$OUTER").with("OUTER", "out").finish().requireExit(0);

		assertThat(outcome.lines()).containsExactlyInAnyOrder("a1 2=3bcout", "dothereunsetfout");
	}

	@Test
	void run_directories_arePrivate() {
		Outcome outcome = pmix4j.run("-n", 2, "sh", "-c",
				"find \"$PMIX_SERVER_TMPDIR\" -type d -printf '%m %P\\n' | sort; echo $PMIX_NAMESPACE")
				.finish().requireExit(0);

		String namespace = outcome.lines().stream().filter(line -> line.startsWith("p4j-")).findAny().orElseThrow();
		assertThat(outcome.lines()).contains("700 ", "700 " + namespace, "700 " + namespace + "/0", "700 " + namespace + "/1")
				.noneMatch(line -> line.matches("\\d+ .*") && !line.startsWith("700 "));
	}

	@Test
	void run_directoryOption_containsSessionDirectory() throws Exception {
		Outcome outcome = pmix4j.run("--tmpdir", scratch, "-n", 1, "sh", "-c", "echo $PMIX_SERVER_TMPDIR").finish().requireExit(0);

		assertThat(Path.of(outcome.text().strip())).hasParentRaw(scratch.toRealPath()).doesNotExist();
	}

	@Test
	void run_directoryVariables_placeSessionDirectoryAndFileOfSystemServer() throws Exception {
		Path server = Files.createDirectory(scratch.resolve("server"));
		Path system = Files.createDirectory(scratch.resolve("system"));

		Outcome outcome = pmix4j.run("--system-server", "-n", 1, "sh", "-c", "echo $PMIX_SERVER_TMPDIR; echo $PMIX_SYSTEM_TMPDIR; ls " + system)
				.with("PMIX_SERVER_TMPDIR", server.toString()).with("PMIX_SYSTEM_TMPDIR", system.toString()).finish().requireExit(0);

		assertThat(Path.of(outcome.lines().get(0))).hasParentRaw(server).doesNotExist();
		assertThat(outcome.lines().get(1)).isEqualTo(system.toString());
		assertThat(outcome.lines().get(2)).startsWith("pmix.sys.");
		assertThat(system).isEmptyDirectory();
	}

	private static void script(Path path, String body) throws Exception {
		Files.writeString(path, "#!/bin/sh\n" + body + "\n");
		assertThat(path.toFile().setExecutable(true)).isTrue();
	}
}
