// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4e.core.RankSet;

/** Tests sets of ranks that users write. */
class RankSetTest {
	@Test
	void parse_list_containsItsRanks() {
		RankSet set = RankSet.parse(" 5, 0,3-4 ").orElseThrow();

		assertThat(set).hasToString("0,3-5");
		assertThat(set.contains(4)).isTrue();
		assertThat(set.contains(1)).isFalse();
		assertThat(set.size()).isEqualTo(6);
	}

	@Test
	void of_ranks_isReadAgain() {
		BitSet ranks = new BitSet();
		ranks.set(2);
		ranks.set(5, 8);

		assertThat(RankSet.of(ranks)).hasToString("2,5-7");
		assertThatThrownBy(() -> RankSet.of(new BitSet())).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("at least one");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "all" })
	void parse_all_containsEveryRank(String text) {
		RankSet set = RankSet.parse(text).orElseThrow();

		assertThat(set.isAll()).isTrue();
		assertThat(set.contains(65535)).isTrue();
		assertThat(set).hasToString("all");
	}

	@ParameterizedTest
	@ValueSource(strings = { "x", "1,", "3-2", "-1", "1--2", "65536", "1;2" })
	void parse_otherText_isEmpty(String text) {
		assertThat(RankSet.parse(text)).isEmpty();
	}

	@Test
	void within_job_isLimitedToItsRanks() {
		assertThat(RankSet.ALL.within(3)).hasToString("{0, 1, 2}");
		assertThat(RankSet.parse("1-2,7").orElseThrow().within(3)).hasToString("{1, 2}");
		BitSet ranks = new BitSet();
		ranks.set(4);
		assertThat(RankSet.of(ranks)).hasToString("4");
	}
}
