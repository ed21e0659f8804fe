// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.cli.tests.launcher.LauncherCheckout.Outcome;
import org.pmix4j.cli.tests.launcher.LauncherCheckout.Start;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.OtherUsers;

/** The script {@code pmix4j}, which builds only when it must, and is replaced by the program. */
class LauncherScriptTest {
	@TempDir
	private static Path scratch;
	private static LauncherCheckout checkout;
	private static Outcome first;

	@BeforeAll
	static void firstStart() throws Exception {
		checkout = new LauncherCheckout(scratch);
		first = checkout.run("one");
	}

	@BeforeEach
	void upToDate() throws Exception {
		assertThat(checkout.run().exitCode()).isEqualTo(3);
	}

	@Test
	void start_freshCheckout_buildsWithOneLineOfOutput() {
		assertThat(first.errors()).singleElement().asString().startsWith("pmix4j: building");
		assertThat(first.output()).contains("<one>");
		assertThat(first.exitCode()).isEqualTo(3);
	}

	@Test
	void start_nothingChanged_isSilentAndBuildsNothing() throws Exception {
		assertThat(checkout.run().errors()).isEmpty();
	}

	@Test
	void start_arguments_arriveUnchanged() throws Exception {
		assertThat(checkout.run("a b", "", "*", "@file", "$HOME", "-version").output())
				.containsSubsequence("<a b>", "<>", "<*>", "<@file>", "<$HOME>", "<-version>");
	}

	@Test
	void start_script_isReplacedByProgram() throws Exception {
		Start start = checkout.start(checkout.script(), scratch.toFile());

		assertThat(start.end().output()).first().isEqualTo(String.valueOf(start.process().pid()));
	}

	@Test
	void start_throughLinkToLink_findsItsCheckout() throws Exception {
		Path relative = Files.createSymbolicLink(scratch.resolve("relative"), Path.of("a check out/pmix4j"));
		Path link = Files.createSymbolicLink(Files.createDirectory(scratch.resolve("bin")).resolve("pm"), relative);

		Outcome outcome = checkout.start(link, new File("/"), "x").end();

		assertThat(outcome.output()).contains("<x>");
		assertThat(outcome.errors()).isEmpty();
	}

	@Test
	void start_sourceAddedThenRemoved_buildsEachTime() throws Exception {
		checkout.write("Extra", "package org.pmix4j.cli; class Extra { }");
		Outcome added = checkout.run();
		checkout.delete("Extra");
		Outcome removed = checkout.run();

		assertThat(added.errors()).hasSize(1);
		assertThat(added.output()).contains("class org.pmix4j.cli.Extra");
		assertThat(removed.errors()).hasSize(1);
		assertThat(removed.output()).contains("no extra");
	}

	@Test
	void start_brokenSource_failsAndNamesLog() throws Exception {
		checkout.write("Broken", "package org.pmix4j.cli; class Broken { int number = \"text\"; }");
		Outcome outcome = checkout.run();
		checkout.delete("Broken");

		assertThat(outcome.exitCode()).isEqualTo(1);
		assertThat(outcome.output()).isEmpty();
		Path log = checkout.built().toRealPath().resolve("build.log");
		assertThat(outcome.errors()).last().asString().contains(log.toString());
		assertThat(log).content().contains("Broken.java:1: error: incompatible types");
	}

	@Test
	void start_severalAtOnce_buildOnce() throws Exception {
		Files.delete(checkout.built().resolve("current"));
		List<Start> starts = Stream.of("1", "2", "3").map(n -> checkout.start(checkout.script(), scratch.toFile(), n)).toList();

		int builders = 0;
		for (Start start : starts) {
			Outcome outcome = start.end();
			assertThat(outcome.exitCode()).isEqualTo(3);
			builders += outcome.errors().stream().filter(line -> line.startsWith("pmix4j: building")).count();
		}
		assertThat(builders).isEqualTo(1);
	}

	@ParameterizedTest
	@CsvSource({ "INT,130", "TERM,143", "HUP,129" })
	void signal_duringBuild_scriptDiesOfItAndLeavesNothing(String signal, int code) throws Exception {
		Files.delete(checkout.built().resolve("current"));
		List<Path> before = entries(checkout.built());
		checkout.block("Blocked");
		try {
			Start start = checkout.start(checkout.script(), scratch.toFile());
			Await.until("the build runs", Duration.ofSeconds(30), () -> start.process().descendants()
					.anyMatch(process -> process.info().command().filter(name -> name.endsWith("javac")).isPresent()));
			List<ProcessHandle> build = start.process().descendants().toList();

			LauncherRun.signal(signal, start.process().pid());

			assertThat(start.end().exitCode()).isEqualTo(code);
			assertThat(build).isNotEmpty();
			Await.until("the build has ended", Duration.ofSeconds(30), () -> build.stream().noneMatch(ProcessHandle::isAlive));
		} finally {
			checkout.delete("Blocked");
		}
		assertThat(entries(checkout.built())).containsExactlyElementsOf(before);
	}

	@Test
	void kill9_duringBuild_nextStartWaitsForTheBuilderThatIsLeft() throws Exception {
		Files.delete(checkout.built().resolve("current"));
		checkout.block("Blocked");
		Start killed = checkout.start(checkout.script(), scratch.toFile());
		Await.until("the build runs", Duration.ofSeconds(30), () -> killed.process().descendants()
				.anyMatch(process -> process.info().command().filter(name -> name.endsWith("javac")).isPresent()));
		List<ProcessHandle> build = killed.process().descendants().toList();

		LauncherRun.signal("KILL", killed.process().pid());
		Start next = checkout.start(checkout.script(), scratch.toFile());

		Await.until("the next start waits", Duration.ofSeconds(30), () -> contentOf(next.errors().toFile()).contains("waiting for another call"));
		assertThat(Files.readString(next.errors())).doesNotContain("building");
		checkout.delete("Blocked");
		build.forEach(ProcessHandle::destroyForcibly);
		assertThat(next.end().exitCode()).isEqualTo(3);
	}

	@Test
	void start_folderOfProgramIsAnotherUsers_buildsInPrivateFolder() throws Exception {
		Files.delete(checkout.built().resolve("current"));

		Outcome outcome = readOnly(checkout.built(), () -> startWithoutHome(Files.createDirectory(scratch.resolve("shared"))).end());

		assertThat(outcome.exitCode()).isEqualTo(3);
		assertThat(outcome.errors()).hasSize(2).first().asString().contains("XDG_CACHE_HOME");
	}

	@Test
	void start_lockIsAnotherUsers_buildsNevertheless() throws Exception {
		Files.delete(checkout.built().resolve("current"));
		Path lock = checkout.built().resolve("lock");
		Files.setPosixFilePermissions(lock, PosixFilePermissions.fromString("r--r--r--"));
		try {
			Outcome outcome = startWithoutHome().end();

			assertThat(outcome.exitCode()).isEqualTo(3);
			assertThat(outcome.errors()).singleElement().asString().startsWith("pmix4j: building");
		} finally {
			Files.setPosixFilePermissions(lock, PosixFilePermissions.fromString("rw-r--r--"));
		}
	}

	@Test
	void start_variablesOfJvms_reachNeitherBuildNorProgram() throws Exception {
		Files.delete(checkout.built().resolve("current"));
		Map<String, String> variables = Map.of("JAVA_TOOL_OPTIONS", "-XX:+UseZGC", "JDK_JAVA_OPTIONS", "-XX:+UseZGC", "_JAVA_OPTIONS",
				"-XX:+UseZGC", "JDK_JAVAC_OPTIONS", "-XX:+UseZGC", "_JAVA_LAUNCHER_DEBUG", "1");

		checkout.setArchive(true);
		Outcome outcome = checkout.start(List.of(), variables, checkout.script(), scratch.toFile(), "x").end();
		checkout.setArchive(false);

		assertThat(outcome.exitCode()).isEqualTo(3);
		assertThat(outcome.errors()).singleElement().asString().startsWith("pmix4j: building");
		assertThat(outcome.output()).hasSize(3).contains("<x>");
	}

	@Test
	void start_filesOfOlderJvmsInDirectory_isSilent() throws Exception {
		Path folder = Files.createDirectory(scratch.resolve("hotspot"));
		Files.createFile(folder.resolve(".hotspotrc"));
		Files.createFile(folder.resolve(".hotspot_compiler"));

		assertThat(checkout.start(checkout.script(), folder.toFile()).end().errors()).isEmpty();
	}

	@Test
	void start_checkoutCannotBeWritten_usesProgramThatIsThere() throws Exception {
		Outcome outcome = readOnly(() -> startWithoutHome().end());

		assertThat(outcome.exitCode()).isEqualTo(3);
		assertThat(outcome.errors()).isEmpty();
	}

	@Test
	void start_neitherCheckoutNorHomeCanBeWritten_buildsInPrivateFolderAndNamesVariable() throws Exception {
		Files.delete(checkout.built().resolve("current"));

		Outcome outcome = readOnly(() -> startWithoutHome().end());
		Outcome second = readOnly(() -> startWithoutHome().end());

		assertThat(outcome.exitCode()).isEqualTo(3);
		assertThat(outcome.errors()).hasSize(2).first().asString().contains("HOME is /)", "XDG_CACHE_HOME");
		Path own = entries(scratch.resolve("temporary")).get(0);
		assertThat(own.getFileName().toString()).isEqualTo("pmix4j-" + Files.getAttribute(scratch, "unix:uid"));
		assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own))).isEqualTo("rwx------");
		assertThat(second.errors()).isEmpty();
	}

	@Test
	void start_privateFolderIsALink_isRefused() throws Exception {
		Files.delete(checkout.built().resolve("current"));
		Path temporary = Files.createDirectories(scratch.resolve("linked"));
		Path elsewhere = Files.createDirectory(scratch.resolve("elsewhere"));
		Files.createSymbolicLink(temporary.resolve("pmix4j-" + Files.getAttribute(scratch, "unix:uid")), elsewhere);

		Outcome outcome = readOnly(() -> startWithoutHome(temporary).end());

		assertThat(outcome.exitCode()).isEqualTo(1);
		assertThat(outcome.errors()).singleElement().asString().contains("HOME is /)", "set XDG_CACHE_HOME");
		assertThat(elsewhere).isEmptyDirectory();
	}

	private static Start startWithoutHome() throws IOException {
		return startWithoutHome(Files.createDirectories(scratch.resolve("temporary")));
	}

	private static Start startWithoutHome(Path temporary) {
		List<String> prefix = new ArrayList<>(List.of("env", "-u", "XDG_CACHE_HOME"));
		prefix.addAll(OtherUsers.obedient());
		return checkout.start(prefix, Map.of("HOME", "/", "TMPDIR", temporary.toString()), checkout.script(), scratch.toFile());
	}

	private static Outcome readOnly(Callable<Outcome> start) throws Exception {
		return readOnly(checkout.script().getParent(), start);
	}

	private static Outcome readOnly(Path folder, Callable<Outcome> start) throws Exception {
		Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
		try {
			return start.call();
		} finally {
			Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
		}
	}

	private static List<Path> entries(Path folder) throws IOException {
		try (Stream<Path> all = Files.list(folder)) {
			return all.sorted().toList();
		}
	}

	@Test
	void findJdk_noneInstalled_saysWhatToInstall() throws Exception {
		Path tools = Files.createDirectory(scratch.resolve("tools"));
		Files.createSymbolicLink(tools.resolve("cat"), Path.of("/bin/cat"));
		String search = ". releng/shell/find-jdk.sh; jdk_folders() { :; }; JAVA_HOME=/none PATH='" + tools + "'; find_jdk 21 pmix4j";
		Process shell = new ProcessBuilder("/bin/sh", "-c", search).directory(checkout.script().getParent().toFile()).start();
		String errors = new String(shell.getErrorStream().readAllBytes());

		assertThat(shell.waitFor()).isEqualTo(1);
		assertThat(errors).startsWith("pmix4j: no JDK 21 or newer found").contains("JAVA_HOME", "Debian 12");
	}
}
