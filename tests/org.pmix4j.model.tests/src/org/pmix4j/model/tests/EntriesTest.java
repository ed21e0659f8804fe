// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.model.internal.text.Entries;

/** The entries of directories, whatever bytes their names have. */
class EntriesTest {
	private static final String NO_TEXT = ByteStrings.decode(new byte[] { 'a', (byte) 0xff });

	@TempDir
	private Path scratch;

	@Test
	void entries_ofDirectory_areThoseThatAreWanted() throws Exception {
		Path wanted = Files.createFile(scratch.resolve("a1"));
		Files.createFile(scratch.resolve("b"));

		assertThat(Entries.of(scratch, name -> name.startsWith("a"))).containsExactly(wanted);
	}

	@Test
	void entries_whoseNamesAreNotText_areFound() throws Exception {
		Path wanted = Files.createFile(scratch.resolve(BytePaths.of(NO_TEXT)));
		Path question = Files.createFile(scratch.resolve("a?"));

		assertThat(Entries.of(scratch, name -> name.startsWith("a"))).containsExactlyInAnyOrder(wanted, question).allMatch(Files::exists);
	}

	@Test
	void entries_ofDirectoryWhoseNameIsNotText_areFound() throws Exception {
		Path directory = Files.createDirectory(scratch.resolve(BytePaths.of(NO_TEXT)));
		Path wanted = Files.createFile(directory.resolve("a1"));
		Files.createFile(directory.resolve("b"));

		assertThat(Entries.of(directory, name -> name.startsWith("a"))).containsExactly(wanted);
	}

	@Test
	void entries_ofNoDirectory_areRefused() {
		assertThatThrownBy(() -> Entries.of(scratch.resolve("none"), name -> true)).isInstanceOf(IOException.class);
	}
}
