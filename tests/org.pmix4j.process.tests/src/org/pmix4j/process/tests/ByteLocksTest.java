// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.BitSet;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.process.internal.posix.ByteLocks;

/** Tests the locks by which hosts show each other the processors that they use. */
class ByteLocksTest {
	@TempDir
	Path directory = Path.of("");

	@Test
	void locks_ofOneObject_areSeenByOthersUntilItCloses() throws IOException {
		Path file = directory.resolve("locks");
		try (ByteLocks other = ByteLocks.open(file)) {
			try (ByteLocks one = ByteLocks.open(file)) {
				for (int index : new int[]{0, 1, 5, 63, 64, 1000}) {
					assertThat(one.lock(index)).isTrue();
				}
				one.unlock(1);

				assertThat(other.lockedByOthers(1000)).isEqualTo(BitSet.valueOf(new long[]{1L | 1L << 5 | 1L << 63, 1L}));
				assertThat(one.lockedByOthers(1001)).isEqualTo(new BitSet());
				assertThat(other.lock(5)).isFalse();
				assertThat(other.lock(1)).isTrue();
			}
			assertThat(other.lockedByOthers(2000)).isEqualTo(new BitSet());
		}
		assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-rw-rw-"));
	}

	@Test
	void open_withoutTheDirectory_fails() {
		assertThatThrownBy(() -> ByteLocks.open(directory.resolve("missing/locks"))).isInstanceOf(IOException.class);
	}
}
