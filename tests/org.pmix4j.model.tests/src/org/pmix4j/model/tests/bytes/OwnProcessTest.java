// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.tests.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.bytes.OwnProcess;

/** The command is tested with every byte in other locales, see CommandBytesTest. */
class OwnProcessTest {
	@Test
	void environment_ofThisProcess_containsThatOfTheJvm() {
		System.getenv().forEach((name, value) -> {
			if (value.chars().allMatch(c -> c < 0x80)) {
				assertThat(OwnProcess.environment()).containsEntry(name, value);
			}
		});
		assertThat(OwnProcess.environment()).hasSameSizeAs(System.getenv());
	}

	@Test
	void arguments_notOfTheCommandLine_areReturnedAsTheyAre() {
		assertThat(OwnProcess.arguments(new String[] { "not an", "argument", "\u00e9" })).containsExactly("not an", "argument", "\u00e9");
		assertThat(OwnProcess.arguments(new String[0])).isEmpty();
	}

	@Test
	void directory_ofThisProcess_isAbsolute() {
		assertThat(OwnProcess.directory()).isEqualTo(Path.of("").toAbsolutePath());
	}
}
