// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.pmix4j.wire.internal.event.RecentEvents;

class RecentEventsTest {
	private static final long TWO_MINUTES = Duration.ofMinutes(2).toNanos();

	private final RecentEvents<Integer> events = new RecentEvents<>();

	@Test
	void add_moreThan512_dropsTheOldest() {
		IntStream.rangeClosed(1, 513).forEach(i -> events.add(i, 0));

		assertThat(events.size()).isEqualTo(512);
		assertThat(events.all(0)).startsWith(2).endsWith(513);
	}

	@Test
	void all_afterTwoMinutes_forgets() {
		events.add(1, 0);
		events.add(2, 1);

		assertThat(events.all(TWO_MINUTES)).containsExactly(1, 2);
		assertThat(events.all(TWO_MINUTES + 1)).containsExactly(2);
	}

	@Test
	void take_removesTheSelectedOnly() {
		IntStream.rangeClosed(1, 4).forEach(i -> events.add(i, 0));

		assertThat(events.take(i -> i % 2 == 0, 0)).containsExactly(2, 4);
		assertThat(events.all(0)).containsExactly(1, 3);
	}

	@Test
	void removeIf_removesTheSelected() {
		IntStream.rangeClosed(1, 4).forEach(i -> events.add(i, 0));
		events.removeIf(i -> i > 1);

		assertThat(events.all(0)).containsExactly(1);
	}
}
