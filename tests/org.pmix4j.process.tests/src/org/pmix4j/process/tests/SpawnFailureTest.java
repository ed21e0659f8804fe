// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.process.internal.process.Program;
import org.pmix4j.process.internal.process.SpawnException;
import org.pmix4j.process.internal.process.SpawnException.Reason;
import org.pmix4j.process.internal.process.SpawnSpec;
import org.pmix4j.testkit.Await;

/** Starts that the kernel refuses although the program was found: each has its own message and exit code. */
class SpawnFailureTest {

	@AutoClose
	final Loop loop = new Loop();

	@TempDir
	Path directory = Path.of("");

	@Test
	void spawn_missingProgram_gives127() {
		SpawnException failure = failure(new Program("./gone", directory.resolve("gone")), directory);

		assertThat(failure.exitCode()).isEqualTo(127);
		assertThat(failure.reason()).isEqualTo(Reason.NOT_FOUND);
		assertThat(failure).hasMessageContainingAll(directory.resolve("gone").toString(), "no such file or directory");
	}

	@Test
	void spawn_notExecutable_gives126() throws Exception {
		Path file = Files.createFile(directory.resolve("data"));

		SpawnException failure = failure(new Program("./data", file), directory);

		assertThat(failure.exitCode()).isEqualTo(126);
		assertThat(failure.errnoName()).isEqualTo("EACCES");
	}

	@Test
	void spawn_missingWorkingDirectory_isNamed() {
		SpawnException failure = failure(new Program("true", Path.of("/bin/true")), directory.resolve("nowhere"));

		assertThat(failure.reason()).isEqualTo(Reason.NO_DIRECTORY);
		assertThat(failure.exitCode()).isEqualTo(126);
		assertThat(failure).hasMessageContainingAll("true", directory.resolve("nowhere").toString(), "does not exist");
	}

	@Test
	void spawn_workingDirectoryIsAFile_isNamed() throws Exception {
		Path file = Files.createFile(directory.resolve("file"));

		SpawnException failure = failure(new Program("true", Path.of("/bin/true")), file);

		assertThat(failure.reason()).isEqualTo(Reason.CLOSED_DIRECTORY);
		assertThat(failure).hasMessageContainingAll(file.toString(), "is not a directory");
	}

	@Test
	void spawn_missingInterpreter_isNamed() throws Exception {
		SpawnException failure = failure(executable("script", "#!/no/such/shell -x\n".getBytes()), directory);

		assertThat(failure.reason()).isEqualTo(Reason.BAD_INTERPRETER);
		assertThat(failure.exitCode()).isEqualTo(126);
		assertThat(failure).hasMessageContainingAll("./script", "/no/such/shell", "does not exist");
	}

	@Test
	void spawn_interpreterNotExecutable_isNamed() throws Exception {
		Path shell = Files.createFile(directory.resolve("shell"));

		SpawnException failure = failure(executable("script", ("#!" + shell + "\n").getBytes()), directory);

		assertThat(failure.reason()).isEqualTo(Reason.BAD_INTERPRETER);
		assertThat(failure).hasMessageContainingAll(shell.toString(), "permission denied");
	}

	@Test
	void spawn_scriptWithWindowsLineEnds_namesTheCause() throws Exception {
		SpawnException failure = failure(executable("script", "#!/bin/sh\r\necho\r\n".getBytes()), directory);

		assertThat(failure).hasMessageContainingAll("/bin/sh", "carriage return");
	}

	@Test
	void spawn_binaryForNoMachine_gives126() throws Exception {
		SpawnException failure = failure(executable("binary", new byte[] {0x7f, 'E', 'L', 'F', 0, 1, 2, 3}), directory);

		assertThat(failure.reason()).isEqualTo(Reason.BAD_FORMAT);
		assertThat(failure.exitCode()).isEqualTo(126);
		assertThat(failure.errnoName()).isEqualTo("ENOEXEC");
		assertThat(failure).hasMessageContainingAll("./binary", System.getProperty("os.arch"));
	}

	@Test
	void spawn_scriptWithoutInterpreterLine_isRunByTheShell() throws Exception {
		Program script = executable("script", "echo \"$0 $1 $#\"\n".getBytes());

		assertThat(loop.output(SpawnSpec.of(script, List.of("a b"), Map.of(), directory))).isEqualTo("./script a b 1\n");
	}

	@Test
	void spawn_hugeArgument_isTooLarge() throws Exception {
		SpawnSpec spec = SpawnSpec.of(new Program("true", Path.of("/bin/true")), List.of("x".repeat(4 << 20)), Map.of(), directory);

		SpawnException failure = catchThrowableOfType(SpawnException.class, () -> loop.spawn(spec, Loop.IGNORE));

		assertThat(failure.reason()).isEqualTo(Reason.TOO_LARGE);
		assertThat(failure).hasMessageContaining("E2BIG");
	}

	@Test
	void spawnAsync_failure_isTheCause() {
		SpawnSpec spec = SpawnSpec.of(new Program("./gone", directory.resolve("gone")), List.of(), Map.of(), directory);

		ExecutionException failure = catchThrowableOfType(ExecutionException.class,
				() -> Await.result(loop.get().spawnAsync(spec, Loop.IGNORE)));

		assertThat(failure).hasCauseInstanceOf(SpawnException.class);
	}

	@Test
	void spawn_afterClose_isRefused() throws Exception {
		SpawnSpec spec = loop.spec("true");
		loop.get().close();

		assertThat(catchThrowableOfType(SpawnException.class, () -> loop.spawn(spec, Loop.IGNORE))).hasMessageContaining("closed");
	}

	private SpawnException failure(Program program, Path workingDirectory) {
		SpawnSpec spec = SpawnSpec.of(program, List.of(), Map.of(), workingDirectory);
		return catchThrowableOfType(SpawnException.class, () -> loop.spawn(spec, Loop.IGNORE));
	}

	private Program executable(String name, byte[] content) throws IOException {
		Path file = Files.write(directory.resolve(name), content);
		Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
		return new Program("./" + name, file);
	}
}
