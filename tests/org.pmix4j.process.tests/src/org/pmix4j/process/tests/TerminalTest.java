// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.process.internal.posix.Terminal;

class TerminalTest {
	/** Lines of /proc/PID/stat, of a shell's children in the foreground and background and of a service. */
	@ParameterizedTest
	@CsvSource({
			"4711 (java) S 4700 4711 4700 34816 4711 4194304 1 2, false",
			"4711 (java) S 4700 4711 4700 34816 4700 4194304 1 2, true",
			"4711 (a) b) (c) S 4700 4711 4700 34816 4700 4194304 1 2, true",
			"4711 (java) S 1 4711 4711 0 -1 4194304 1 2, false"})
	void isBackground_statLine_comparesGroupAndForegroundGroup(String stat, boolean expected) {
		assertThat(Terminal.isBackground(stat)).isEqualTo(expected);
	}
}
