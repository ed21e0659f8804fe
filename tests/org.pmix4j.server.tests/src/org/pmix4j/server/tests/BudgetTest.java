// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.pmix4j.server.internal.memory.Budget;
import org.pmix4j.server.internal.memory.Budgets;
import org.pmix4j.server.options.MemoryShare;

/** Tests how much each holder may have: always a little, and more while there is room for others. */
class BudgetTest {
	private static final long UNIT = 2048;
	/** Of 4096 units, 512 are reserved for small amounts of at most 16 units. */
	private final Budget budget = new Budget("tests", 4096 * UNIT);

	/** Takes equal amounts until one is refused, and returns their number. */
	private static int fill(Budget.Share share, long bytes) {
		int count = 0;
		while (share.take(bytes)) {
			count++;
		}
		return count;
	}

	@Test
	void take_byOneHolder_getsHalfOfWhatIsNotReserved() {
		assertThat(fill(budget.share(), UNIT)).isEqualTo(1792);
		assertThat(budget.largestShare()).isEqualTo(1792 * UNIT);
	}

	@Test
	void take_bySeveralHolders_leavesSomeForTheNext() {
		int before = Integer.MAX_VALUE;
		for (int i = 0; i < 40; i++) {
			int count = fill(budget.share(), UNIT);
			assertThat(count).isGreaterThanOrEqualTo(16).isLessThanOrEqualTo(before);
			before = count;
		}
	}

	@Test
	void take_byManyHolders_neverExceedsTheLimit() {
		for (int i = 0; i < 10_000; i++) {
			fill(budget.share(), UNIT);
		}

		assertThat(budget.used()).isEqualTo(budget.limit());
	}

	@Test
	void take_ofLargeAmounts_acceptsFewer() {
		assertThat(fill(budget.share(), 4 * UNIT)).isEqualTo(448);
	}

	@Test
	void take_ofMoreThanEverything_isRefused() {
		assertThat(budget.share().take(Long.MAX_VALUE / 2)).isFalse();
		assertThat(budget.used()).isZero();
	}

	@Test
	void give_freesRoom() {
		Budget.Share share = budget.share();
		fill(share, UNIT);
		share.give(UNIT);

		assertThat(share.take(UNIT)).isTrue();
		assertThat(share.take(UNIT)).isFalse();
	}

	@Test
	void replace_takesOrGivesTheDifference() {
		Budget.Share share = budget.share();
		share.take(10);

		assertThat(share.replace(10, 30)).isTrue();
		assertThat(share.replace(30, budget.limit())).isFalse();
		assertThat(share.held()).isEqualTo(30);
		assertThat(share.replace(30, 5)).isTrue();
		assertThat(budget.used()).isEqualTo(5);
	}

	@Test
	void end_releasesTheShareOnce() {
		List<Budget.Share> shares = new ArrayList<>();
		for (int i = 0; i < 10; i++) {
			shares.add(budget.share());
			fill(shares.get(i), UNIT);
		}
		for (Budget.Share share : shares) {
			share.end();
			share.end();
			share.give(UNIT);
		}

		assertThat(budget.used()).isZero();
		assertThat(shares.get(0).take(1)).as("taken after the end").isFalse();
		assertThat(fill(budget.share(), UNIT)).isEqualTo(1792);
	}

	@Test
	void shares_ofAllPurposes_leaveASixthOfTheHeap() {
		long heap = 64 << 20;

		assertThat(Stream.of(MemoryShare.values()).mapToLong(share -> share.of(heap)).sum()).isLessThan(heap * 5 / 6);
	}

	@Test
	void dump_namesEachBudgetThatIsUsed() {
		Budgets budgets = new Budgets(64 << 20);
		budgets.of(MemoryShare.MODEX).share().take(1000);
		StringBuilder out = new StringBuilder();
		budgets.dump(out);

		assertThat(out).hasToString("  memory: 1000 of 12582912 bytes for committed data\n");
	}
}
