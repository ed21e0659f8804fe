// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4e.ui.internal.ClippedCell;

/** Tests how texts are shortened for narrow columns. */
class ClippedCellTest {

	@ParameterizedTest
	@CsvSource({ "waiting,7,waiting", "waiting,6,waiti\u2026", "waiting,2,w\u2026", "waiting,1,\u2026", "waiting,0,''",
			"two words,5,two\u2026", "'',0,''" })
	void shorten_toRoom_endsWithEllipsisIfTextIsLonger(String text, int room, String expected) {
		assertThat(ClippedCell.shorten(text, room, String::length)).isEqualTo(expected);
	}
}
