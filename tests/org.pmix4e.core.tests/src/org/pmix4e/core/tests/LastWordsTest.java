// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;

import org.junit.jupiter.api.Test;
import org.pmix4e.core.spi.LastWords;

/** What programs say before they end, also if they are killed before it has been read. */
class LastWordsTest {
	/** So many that the reader is late at some of them. */
	private static final int PROGRAMS = 100;

	private static Process program(String script) throws IOException {
		return new ProcessBuilder("/bin/sh", "-c", script).start();
	}

	@Test
	void line_programIsEndedByItsHandleAsSoonAsItsOutputEnds_isComplete() throws IOException {
		for (int i = 0; i < PROGRAMS; i++) {
			Process program = program("printf 'not\\nallowed\\n' >&2");
			LastWords words = LastWords.of(program);

			assertThat(program.getInputStream().read()).isEqualTo(-1);
			program.toHandle().destroyForcibly();

			assertThat(words.line()).isEqualTo(" not allowed");
		}
	}

	@Test
	void line_programRunsOn_isWhatItHasSaid() throws IOException {
		Process program = program("echo not allowed >&2; exec 1>&-; exec sleep 300");
		try {
			LastWords words = LastWords.of(program);
			assertThat(program.getInputStream().read()).isEqualTo(-1);

			assertThat(words.line()).isEqualTo(" not allowed");
		} finally {
			program.destroyForcibly();
		}
	}

	@Test
	void line_longText_isItsBeginningAndTheProgramIsNotHeldUp() throws Exception {
		Process program = program("head -c 1000000 /dev/zero | tr '\\0' x >&2; echo done");
		LastWords words = LastWords.of(program);

		assertThat(program.inputReader().readLine()).isEqualTo("done");
		assertThat(words.line()).isEqualTo(" " + "x".repeat(500));
	}

	@Test
	void line_nothingWasSaid_isEmpty() throws IOException {
		assertThat(LastWords.of(program("exit 1")).line()).isEmpty();
	}
}
