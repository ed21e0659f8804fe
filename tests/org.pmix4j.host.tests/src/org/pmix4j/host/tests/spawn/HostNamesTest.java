// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.spawn;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.host.internal.spawn.HostNames;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/** The names that mean the only node. */
class HostNamesTest {
	private final HostNames names = new HostNames(List.of("node7.example.org"));

	@ParameterizedTest
	@ValueSource(strings = { "node7.example.org", "NODE7", "localhost", "127.0.0.1", "::1", "node7:4", "me@node7:*", "node7, localhost" })
	void requireOwn_nameOfThisNode_isAccepted(String list) {
		assertThatCode(() -> names.requireOwn(list)).doesNotThrowAnyException();
	}

	@ParameterizedTest
	@ValueSource(strings = { "node8", "node7.example.com", "node7,node8", "", " , ", "10.0.0.1" })
	void requireOwn_anotherNameOrNone_isRefusedWithTheName(String list) {
		assertThatThrownBy(() -> names.requireOwn(list)).isInstanceOf(PmixException.class).hasMessageContaining(list.strip())
				.extracting(problem -> ((PmixException) problem).status()).isEqualTo(Status.ERR_JOB_ALLOC_FAILED);
	}

	@Test
	void requireOwnIn_fileWithCommentsAndSlots_isRead(@TempDir Path scratch) throws Exception {
		Path file = Files.writeString(scratch.resolve("hosts"), "# ours\n\nnode7 slots=4 max-slots=8 # fast\n");

		assertThatCode(() -> names.requireOwnIn(file)).doesNotThrowAnyException();
	}

	@Test
	void requireOwnIn_fileWithAnotherNode_isRefused(@TempDir Path scratch) throws Exception {
		Path file = Files.writeString(scratch.resolve("hosts"), "node7\nnode8 slots=2\n");

		assertThatThrownBy(() -> names.requireOwnIn(file)).isInstanceOf(PmixException.class).hasMessageContaining("node8");
	}

	@Test
	void requireOwnIn_directory_isRefused(@TempDir Path scratch) {
		assertThatThrownBy(() -> names.requireOwnIn(scratch)).isInstanceOf(PmixException.class).hasMessageContaining("is not a file");
	}
}
