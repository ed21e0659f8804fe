// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.pmix4j.cli.internal.report.TableText;

/** Tests {@link TableText}. */
class TableTextTest {
	@Test
	void lines_ofRows_areAligned() {
		TableText table = new TableText("NAME", "N", "END");
		table.add("a", 7, "x");
		table.add("longer", 128, "");

		assertThat(table.lines()).containsExactly("NAME      N  END", "a         7  x", "longer  128");
	}

	@Test
	void lines_withoutRows_areTheHeadings() {
		assertThat(new TableText("NAME", "N").lines()).containsExactly("NAME  N");
	}

	@Test
	void add_textOfPeer_cannotControlTheTerminal() {
		TableText table = new TableText("NAME", "END");
		table.add("a\u001b[2J\nb", "x");

		assertThat(table.lines()).containsExactly("NAME         END", "a\\x1b[2J\\nb  x");
	}

	@Test
	void add_wrongNumberOfCells_isRefused() {
		assertThatThrownBy(() -> new TableText("NAME").add("a", "b")).isInstanceOf(IllegalArgumentException.class);
	}
}
