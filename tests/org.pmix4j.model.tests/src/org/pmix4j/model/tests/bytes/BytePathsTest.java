// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.tests.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.bytes.ByteStrings;

class BytePathsTest {
	@ParameterizedTest
	@ValueSource(strings = { "", "/", ".", "..", "a", "/a/b", "\u00e9", "/\u00e9", "../\u00e9/..", "./\udce9", "/../\udcff/.", "a b\u20ac%20%",
			"/\ud83d\ude00/\udc80" })
	void of_text_givesThePathThatHasThisText(String text) {
		assertThat(BytePaths.text(BytePaths.of(text))).isEqualTo(text);
		assertThat(BytePaths.of(text).isAbsolute()).isEqualTo(text.startsWith("/"));
	}

	@Test
	void of_redundantSlashes_leavesThemOut() {
		assertThat(BytePaths.text(BytePaths.of("//\u00e9///b/"))).isEqualTo("/\u00e9/b");
		assertThat(BytePaths.text(BytePaths.of("\udcff//b//"))).isEqualTo("\udcff/b");
	}

	@Test
	void of_everyByte_namesAFile(@TempDir Path folder) throws IOException {
		for (int b = 1; b < 256; b++) {
			if (b != '/' && b != '.') {
				Files.writeString(folder.resolve(BytePaths.of(ByteStrings.decode(new byte[] { (byte) b }))), "");
			}
		}
		try (Stream<Path> files = Files.list(folder)) {
			List<byte[]> names = files.map(file -> ByteStrings.encode(BytePaths.text(file.getFileName()))).toList();
			assertThat(names).hasSize(253).allMatch(name -> name.length == 1).extracting(name -> name[0]).doesNotHaveDuplicates();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "a\0", "\u00e9\0", "\ud83d", "\udfff" })
	void of_textThatNoPathCanHold_throws(String text) {
		assertThatThrownBy(() -> BytePaths.of(text)).isInstanceOf(InvalidPathException.class);
	}
}
