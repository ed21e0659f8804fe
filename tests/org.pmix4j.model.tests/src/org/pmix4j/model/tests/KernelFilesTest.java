// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.internal.text.KernelFiles;

/** Files of the kernel, which do not say how long they are. */
class KernelFilesTest {
	@TempDir
	private Path scratch;

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 511, 512, 513, 4095, 4096, 4097, 100_000 })
	void bytes_ofAnyNumber_areThoseOfTheFile(int length) throws Exception {
		byte[] content = new byte[length];
		new Random(length).nextBytes(content);
		Path file = Files.write(scratch.resolve("file"), content);

		assertThat(KernelFiles.bytes(file)).isEqualTo(content);
	}

	@Test
	void text_ofBytesThatAreNoText_hasOneCharacterForEach() throws Exception {
		Path file = Files.write(scratch.resolve("file"), new byte[] { ' ', 'a', (byte) 0xff, 'b', '\n' });

		assertThat(KernelFiles.text(file)).isEqualTo("a\u00ffb");
	}

	@Test
	void bytes_ofFileWhoseSizeIsZero_areItsContent() throws Exception {
		Path file = Path.of("/proc/self/cmdline");

		assertThat(Files.size(file)).isZero();
		assertThat(KernelFiles.bytes(file)).isEqualTo(Files.readAllBytes(file)).isNotEmpty();
	}

	@Test
	void bytes_ofNoFile_areRefused() {
		assertThatThrownBy(() -> KernelFiles.bytes(scratch.resolve("none"))).isInstanceOf(FileNotFoundException.class);
	}
}
