// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.pmix4j.wire.internal.loop.Timer;
import org.pmix4j.wire.internal.loop.TimerQueue;

class TimerQueueTest {
	private final TimerQueue timers = new TimerQueue();
	private final List<Integer> ran = new ArrayList<>();

	@Test
	void takeDue_manyTimers_returnsThemByTimeThenByAge() {
		Random random = new Random(1);
		List<Integer> delays = random.ints(1000, 0, 50).boxed().toList();
		for (int index = 0; index < delays.size(); index++) {
			int number = index;
			timers.add(0, Duration.ofNanos(delays.get(index)), () -> ran.add(number));
		}
		while (timers.hasDue(50)) {
			timers.takeDue(50).run();
		}

		assertThat(ran).hasSize(1000).isSortedAccordingTo((one, other) -> delays.get(one).equals(delays.get(other)) ? one - other
				: delays.get(one) - delays.get(other));
	}

	@Test
	void takeDue_beforeTheTime_returnsAnEmptyTask() {
		timers.add(100, Duration.ofNanos(10), () -> ran.add(1));

		timers.takeDue(109).run();
		assertThat(ran).isEmpty();
		timers.takeDue(110).run();
		assertThat(ran).containsExactly(1);
	}

	@Test
	void cancel_waitingTimer_removesItAtOnce() {
		Timer timer = timers.add(0, Duration.ofDays(1), () -> ran.add(1));

		assertThat(timer.cancel()).isTrue();
		assertThat(timer.cancel()).isFalse();
		assertThat(timers.size()).isZero();
		assertThat(timers.nextDue()).isEmpty();
	}

	@Test
	void cancel_afterItRan_isFalse() {
		Timer timer = timers.add(0, Duration.ZERO, () -> ran.add(1));
		timers.takeDue(0).run();

		assertThat(timer.cancel()).isFalse();
	}

	@Test
	void add_endlessDelay_waitsForTheLongestTime() {
		timers.add(Long.MAX_VALUE - 5, Duration.ofDays(1), () -> ran.add(1));
		timers.add(0, Duration.ofSeconds(Long.MAX_VALUE), () -> ran.add(2));

		assertThat(timers.nextDue()).hasValue(Long.MAX_VALUE);
	}

	@Test
	void add_negativeDelay_isRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> timers.add(0, Duration.ofMillis(-1), () -> ran.add(1)));
	}
}
