// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.process.internal.process.Program;
import org.pmix4j.process.internal.process.SpawnException;
import org.pmix4j.process.internal.process.SpawnException.Reason;

class ProgramTest {

	@TempDir
	Path directory = Path.of("");

	private Map<String, String> environment = Map.of();

	@BeforeEach
	void makePath() throws IOException {
		Files.createDirectories(directory.resolve("bin"));
		Files.createDirectories(directory.resolve("work"));
		environment = Map.of("PATH", directory.resolve("bin").toString());
	}

	@Test
	void find_nameWithSlash_isRelativeToWorkingDirectory() throws Exception {
		Path file = executable("work/prog");

		Program program = Program.find("./prog", work(), environment);

		assertThat(program.name()).isEqualTo("./prog");
		assertThat(program.file().toRealPath()).isEqualTo(file.toRealPath());
	}

	@Test
	void find_plainName_searchesPathBeforeWorkingDirectory() throws Exception {
		executable("work/prog");
		Path inPath = executable("bin/prog");

		assertThat(Program.find("prog", work(), environment).file()).isEqualTo(inPath);
	}

	@Test
	void find_plainNameOnlyInWorkingDirectory_isFound() throws Exception {
		Path file = executable("work/prog");

		assertThat(Program.find("prog", work(), environment).file()).isEqualTo(file);
	}

	@Test
	void find_relativeAndEmptyPathEntries_meanTheWorkingDirectory() throws Exception {
		Path tool = executable("work/tools/tool");
		Path here = executable("work/here");

		assertThat(Program.find("tool", work(), Map.of("PATH", "tools:/bin")).file()).isEqualTo(tool);
		assertThat(Program.find("here", work(), Map.of("PATH", ":/bin")).file()).isEqualTo(here);
	}

	@Test
	void find_notExecutableFirst_findsALaterOne() throws Exception {
		Files.createFile(directory.resolve("bin/prog"));
		Path later = executable("work/prog");

		assertThat(Program.find("prog", work(), environment).file()).isEqualTo(later);
	}

	@Test
	void find_noPathInEnvironment_searchesSystemDirectories() throws Exception {
		assertThat(Program.find("sh", work(), Map.of()).file()).hasToString("/bin/sh");
	}

	@Test
	void find_missing_gives127WithPathAndReason() {
		SpawnException direct = failure("./missing");
		SpawnException searched = failure("missing");

		assertThat(direct.exitCode()).isEqualTo(127);
		assertThat(direct.errnoName()).isEqualTo("ENOENT");
		assertThat(direct).hasMessage("cannot run ./missing (" + work().resolve("missing") + "): no such file or directory");
		assertThat(searched.exitCode()).isEqualTo(127);
		assertThat(searched).hasMessageContainingAll("\"missing\"", directory.resolve("bin").toString(), work().toString());
	}

	@Test
	void find_emptyName_gives127() {
		assertThat(failure("").exitCode()).isEqualTo(127);
		assertThat(failure("nul\0name").exitCode()).isEqualTo(127);
	}

	@Test
	void find_directory_gives126WithReason() throws Exception {
		Files.createDirectory(work().resolve("folder"));

		SpawnException failure = failure("./folder");

		assertThat(failure.exitCode()).isEqualTo(126);
		assertThat(failure.reason()).isEqualTo(Reason.NOT_EXECUTABLE);
		assertThat(failure).hasMessageContainingAll("./folder", "it is a directory");
		assertThat(failure("folder")).hasMessageContaining("it is a directory");
	}

	@Test
	void find_notExecutable_gives126WithAdvice() throws Exception {
		Files.createFile(work().resolve("data"));

		SpawnException failure = failure("./data");

		assertThat(failure.exitCode()).isEqualTo(126);
		assertThat(failure.errnoName()).isEqualTo("EACCES");
		assertThat(failure).hasMessageContainingAll("./data", "not executable", "chmod +x");
	}

	@Test
	void find_missingWorkingDirectory_namesItInsteadOfTheProgram() {
		Path nowhere = directory.resolve("nowhere");

		SpawnException failure = catchThrowableOfType(SpawnException.class, () -> Program.find("./prog", nowhere, environment));

		assertThat(failure.reason()).isEqualTo(Reason.NO_DIRECTORY);
		assertThat(failure).hasMessage("cannot run ./prog: its working directory " + nowhere + " does not exist");
	}

	private SpawnException failure(String name) {
		return catchThrowableOfType(SpawnException.class, () -> Program.find(name, work(), environment));
	}

	private Path work() {
		return directory.resolve("work");
	}

	private Path executable(String name) throws IOException {
		Path file = directory.resolve(name);
		Files.createDirectories(file.getParent());
		Files.writeString(file, "#!/bin/sh\n");
		return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
	}
}
