// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.OtherUsers;
import org.pmix4j.testkit.Outcome;

/** Programs that cannot be started: the launcher reports the reason and the path in one line at once, and exits with a shell's code. */
class StartFailureTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	@Test
	void run_missingProgram_exitsWith127() {
		Outcome outcome = pmix4j.run("-n", 2, "./missing").in(scratch).finish();

		assertThat(outcome.requireExit(127).errorLines())
				.containsExactly("pmix4j: cannot run ./missing (" + scratch + "/missing): no such file or directory");
	}

	@Test
	void run_programNotOnPath_exitsWith127() {
		Outcome outcome = pmix4j.run("-n", 2, "no-such-program").finish().requireExit(127);

		assertThat(outcome.errorLines()).singleElement().asString().startsWith("pmix4j: cannot run \"no-such-program\"").contains("PATH");
	}

	@Test
	void run_directory_exitsWith126() {
		Outcome outcome = pmix4j.run("-n", 2, scratch).finish();

		assertThat(outcome.requireExit(126).errorLines()).containsExactly("pmix4j: cannot run " + scratch + ": it is a directory");
	}

	@Test
	void run_fileNotExecutable_exitsWith126() throws Exception {
		Path file = Files.writeString(scratch.resolve("notes"), "#!/bin/sh\n");

		assertThat(fails(126, file)).startsWith("pmix4j: cannot run " + file + ": it is not executable").contains("chmod +x");
	}

	@Test
	void run_programInFolderThatMayNotBeEntered_exitsWith126() throws Exception {
		Path closed = Files.createDirectory(scratch.resolve("closed"));
		Path program = Files.createSymbolicLink(closed.resolve("program"), Path.of("/bin/true"));
		Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rw-------"));

		Outcome outcome = pmix4j.run("-n", 1, program).inside(OtherUsers.obedient()).finish().requireExit(126);
		Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));

		assertThat(outcome.errorLines()).containsExactly(
				"pmix4j: cannot run " + program + ": a folder above it may not be entered (permission denied)");
	}

	@Test
	void run_fileOfUnknownFormat_exitsWith126() throws Exception {
		assertThat(fails(126, executable("data", "\u007fELF\0\0 of another machine")))
				.contains(scratch + "/data", "not a program for this machine");
	}

	@Test
	void run_missingInterpreter_isNamed() throws Exception {
		assertThat(fails(126, executable("script", "#!/no/such/interpreter\n"))).contains(scratch + "/script", "/no/such/interpreter");
	}

	@Test
	void run_danglingLink_exitsWith127() throws Exception {
		assertThat(fails(127, Files.createSymbolicLink(scratch.resolve("link"), Path.of("nowhere")))).contains(scratch + "/link");
	}

	@Test
	void run_missingWorkingDirectory_isNamed() {
		Outcome outcome = pmix4j.run("--wdir", "/no/such/place", "-n", 2, "true").finish();

		assertThat(outcome.exitCode()).isNotZero();
		assertThat(outcome.errorLines()).singleElement().asString().contains("true", "working directory /no/such/place");
	}

	@Test
	void run_oneOfTwoProgramsMissing_nothingRuns() {
		Outcome outcome = pmix4j.run("-n", 2, "echo", "ran", ":", "-n", 2, "./missing").in(scratch).finish().requireExit(127);

		assertThat(outcome.text()).isEmpty();
		assertThat(outcome.errors()).contains("./missing");
	}

	@Test
	void run_missingSessionParent_messageNamesItAndRemedy() {
		Outcome outcome = pmix4j.run("-n", 2, "true").with("TMPDIR", "/no/such/place").finish().requireExit(1);

		assertThat(outcome.errorLines()).singleElement().asString().contains("/no/such/place", "TMPDIR");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "--report-pid /no/such/place | there is no directory /no/such",
			"--report-pid / | it is a directory, not a file", "--report-uri /no/such/place | there is no directory /no/such",
			"--job-record /no/such/place | there is no directory /no/such", "--job-record / | it is a directory, not a file",
			"--tmpdir /no/such/place | there is no directory /no/such/place", "--site /no/such/place | there is no such file",
			"--prefix /no/such/place | there is no directory /no/such/place",
			"--output-proctable=/no/such/place | there is no directory /no/such" })
	void run_placeOfOptionMissing_isRefusedByName(String words, String reason) {
		Outcome outcome = pmix4j.run(Stream.concat(Stream.of(words.split(" ")), Stream.of("-n", "1", "true")).toArray()).finish().requireExit(2);

		assertThat(outcome.errorLines()).first().isEqualTo("pmix4j: option " + words.replace('=', ' ') + ": " + reason);
	}

	private String fails(int exitCode, Path program) {
		Outcome outcome = pmix4j.run("-n", 2, program).finish().requireExit(exitCode);
		assertThat(outcome.errorLines()).hasSize(1);
		return outcome.errors();
	}

	private Path executable(String name, String content) throws Exception {
		Path file = Files.writeString(scratch.resolve(name), content);
		assertThat(file.toFile().setExecutable(true)).isTrue();
		return file;
	}
}
