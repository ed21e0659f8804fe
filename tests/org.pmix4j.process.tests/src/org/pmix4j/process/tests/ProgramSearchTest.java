// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.process.ProgramSearch;
import org.pmix4j.process.ProgramSearch.Outcome;

class ProgramSearchTest {
	private final Path directory;

	ProgramSearchTest(@TempDir Path directory) {
		this.directory = directory;
	}

	private ProgramSearch search(String program, String path) {
		return ProgramSearch.of(program, directory, Map.of("PATH", path));
	}

	private Path file(String name, String permissions) throws IOException {
		Path file = directory.resolve(name);
		Files.createDirectories(file.getParent());
		return Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)));
	}

	@Test
	void of_name_searchesPathThenTheWorkingDirectory() throws IOException {
		Path here = file("prog", "rwx------");
		assertThat(search("prog", "/nowhere")).isEqualTo(found(here, "/nowhere"));

		Path first = file("bin/prog", "rwx------");
		assertThat(search("prog", "/nowhere:bin")).isEqualTo(found(first, "/nowhere:bin"));
	}

	private static ProgramSearch found(Path file, String path) {
		return new ProgramSearch(Outcome.FOUND, Optional.of(file), path);
	}

	@Test
	void of_fileNotExecutable_isReportedOnlyIfNoOtherIsFound() throws IOException {
		Path plain = file("one/prog", "rw-------");
		assertThat(search("prog", "one:two")).returns(Outcome.NOT_EXECUTABLE, ProgramSearch::outcome);
		assertThat(search("prog", "one:two").file()).contains(plain);

		Path program = file("two/prog", "rwx------");
		assertThat(search("prog", "one:two").file()).contains(program);
	}

	@Test
	void of_relativePath_ignoresTheVariablePath() throws IOException {
		file("bin/prog", "rwx------");

		assertThat(search("./prog", "bin")).returns(Outcome.NOT_FOUND, ProgramSearch::outcome).returns("", ProgramSearch::path);
		assertThat(search("bin/prog", "").isFound()).isTrue();
		assertThat(search("./bin", "")).returns(Outcome.DIRECTORY, ProgramSearch::outcome);
	}

	@Test
	void of_missingOrBadName_givesTheReason() {
		assertThat(search("prog", "/nowhere")).returns(Outcome.NOT_IN_PATH, ProgramSearch::outcome);
		assertThat(search("", "/bin")).returns(Outcome.NOT_IN_PATH, ProgramSearch::outcome);
		assertThat(search("a\0b", "/bin")).returns(Outcome.BAD_NAME, ProgramSearch::outcome);
	}

	@Test
	void of_environmentWithoutPath_searchesTheDefaultOfTheCLibrary() {
		assertThat(ProgramSearch.of("sh", directory, Map.of()).isFound()).isTrue();
	}
}
