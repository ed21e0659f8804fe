// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.TemporaryDirectory;

class TemporaryDirectoryTest {
	@Test
	void variables_firstInOrderCounts() {
		assertThat(TemporaryDirectory.of(Map.of("TMP", "/c", "TEMP", "/b", "TMPDIR", "/a"))).isEqualTo("/a");
		assertThat(TemporaryDirectory.of(Map.of("TMP", "/c", "TEMP", "/b"))).isEqualTo("/b");
		assertThat(TemporaryDirectory.of(Map.of("TMP", "/c"))).isEqualTo("/c");
	}

	@Test
	void emptyVariable_doesNotCount() {
		assertThat(TemporaryDirectory.of(Map.of("TMPDIR", "", "TMP", "/c"))).isEqualTo("/c");
	}

	@Test
	void noVariable_isTmp() {
		assertThat(TemporaryDirectory.of(Map.of())).isEqualTo("/tmp");
	}
}
