// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.model.internal.text.FileFailure;
import org.pmix4j.model.internal.text.RegularFile;

/** Files that users name: which are read, and why others are not. */
class RegularFileTest {
	@TempDir
	private Path scratch;

	@Test
	void read_file_returnsItsContent() throws IOException {
		Path file = Files.write(scratch.resolve("file"), new byte[] { 1, 2, 3 });
		Path link = Files.createSymbolicLink(scratch.resolve("link"), file);

		assertThat(RegularFile.read(link, 3)).containsExactly(1, 2, 3);
	}

	@Test
	void read_other_tellsWhyNot() throws IOException {
		Path file = Files.write(scratch.resolve("file"), new byte[] { 1, 2, 3 });

		assertThat(reason(scratch.resolve("none"), 3)).isEqualTo("no such file or directory");
		assertThat(reason(scratch, 3)).isEqualTo("is a directory");
		assertThat(reason(Path.of("/dev/zero"), 3)).isEqualTo("is a device or a pipe, not a regular file");
		assertThat(reason(file, 2)).isEqualTo("is larger than 2 bytes");
	}

	private static String reason(Path file, long largest) {
		return FileFailure.reason(catchThrowableOfType(IOException.class, () -> RegularFile.read(file, largest)));
	}
}
