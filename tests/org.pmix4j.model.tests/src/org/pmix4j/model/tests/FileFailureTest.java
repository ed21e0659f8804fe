// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.model.internal.text.FileFailure;

/** The reasons why files cannot be read or written, as the operating system gives them. */
class FileFailureTest {
	@TempDir
	private Path scratch;

	@Test
	void reason_ofTheFileSystem_isNeverThePath() throws Exception {
		Path file = Files.write(scratch.resolve("file"), new byte[] { (byte) 0xff });
		Path folder = Files.createDirectories(scratch.resolve("folder/inner")).getParent();

		assertThat(reason(() -> Files.readString(scratch.resolve("none")))).isEqualTo("no such file or directory");
		assertThat(reason(() -> Files.writeString(scratch.resolve("none/file"), ""))).isEqualTo("no such file or directory");
		assertThat(reason(() -> Files.readString(file.resolve("below")))).isEqualTo("not a directory");
		assertThat(reason(() -> Files.writeString(folder, ""))).isEqualTo("is a directory");
		assertThat(reason(() -> Files.readString(folder))).isEqualTo("is a directory");
		assertThat(reason(() -> Files.createFile(file))).isEqualTo("it exists already");
		assertThat(reason(() -> Files.delete(folder))).isEqualTo("the directory is not empty");
		assertThat(reason(() -> Files.readString(file, StandardCharsets.UTF_8))).isEqualTo("it is not text in the expected encoding");
	}

	/** A test that runs as root cannot provoke a refusal. */
	@Test
	void reason_ofOtherFailures_isNeverEmpty() {
		assertThat(FileFailure.reason(new AccessDeniedException("/x"))).isEqualTo("permission denied");
		assertThat(FileFailure.reason(new FileSystemLoopException("/x"))).isEqualTo("FileSystemLoopException");
		assertThat(FileFailure.reason(new IOException())).isEqualTo("IOException");
		assertThat(FileFailure.reason(new IOException("UTF-8 is missing"))).isEqualTo("UTF-8 is missing");
	}

	@Test
	void line_namesTheFileThatIsKnown() {
		assertThat(FileFailure.line(new AccessDeniedException("/x"))).isEqualTo("file /x: permission denied");
		assertThat(FileFailure.line(new FileSystemException("/x", null, "Read-only file system")))
				.isEqualTo("file /x: read-only file system");
		assertThat(FileFailure.line(new IOException("No space left on device"))).isEqualTo("no space left on device");
	}

	@Test
	void at_failureWithoutFile_namesIt() {
		IOException full = new IOException("No space left on device");

		assertThat(FileFailure.at(Path.of("/x"), full)).hasCause(full);
		assertThat(FileFailure.line(FileFailure.at(Path.of("/x"), full))).isEqualTo("file /x: no space left on device");
		assertThat(FileFailure.line(FileFailure.at(Path.of("/x"), new FileSystemException("/y", null, "Is a directory"))))
				.isEqualTo("file /y: is a directory");
	}

	@Test
	void reason_ofALimit_namesTheCommandThatShowsIt() {
		assertThat(FileFailure.reason(new FileSystemException("/x", null, "Too many open files")))
				.isEqualTo("too many open files (see ulimit -n)");
		assertThat(FileFailure.reason(new IOException("File too large"))).isEqualTo("file too large (see ulimit -f)");
	}

	private static String reason(ThrowingCallable operation) {
		return FileFailure.reason(catchThrowableOfType(IOException.class, operation));
	}
}
