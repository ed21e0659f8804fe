// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.pmix4j.wire.internal.loop.ActiveWait;

class ActiveWaitTest {
	private static final long SHORT = 100_000;
	private static final long LONG = 300_000;

	private static void shortWaits(ActiveWait active, int count) {
		IntStream.range(0, count).forEach(wait -> active.waited(SHORT));
	}

	@Test
	void time_afterFourShortWaits_isAMoment() {
		ActiveWait active = ActiveWait.amongShortWaits();

		shortWaits(active, 3);
		assertThat(active.time()).isZero();
		shortWaits(active, 1);
		assertThat(active.time()).isEqualTo(50_000);
	}

	@Test
	void time_afterALongWait_isZeroUntilFourShortOnesFollow() {
		ActiveWait active = ActiveWait.amongShortWaits();
		shortWaits(active, 1000);

		active.waited(LONG);

		assertThat(active.time()).isZero();
		shortWaits(active, 4);
		assertThat(active.time()).isPositive();
	}

	@Test
	void time_ofALoopWithoutThem_isZero() {
		ActiveWait active = ActiveWait.never();

		shortWaits(active, 1000);

		assertThat(active.time()).isZero();
	}
}
