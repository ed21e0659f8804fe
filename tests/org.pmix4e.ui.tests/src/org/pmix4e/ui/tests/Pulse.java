// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Asks the thread of the user interface every 10 ms for an answer, as a key press would, and beside it a thread that does nothing else:
 * what both wait for is the machine's business.
 */
final class Pulse {
	private static final int PERIOD_MILLIS = 10;

	private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
	private final ScheduledExecutorService idle = Executors.newSingleThreadScheduledExecutor();
	private final AtomicBoolean asked = new AtomicBoolean();
	private final AtomicBoolean askedIdle = new AtomicBoolean();
	private final AtomicLong longest = new AtomicLong();
	private final AtomicLong longestIdle = new AtomicLong();

	private Pulse() {
	}

	static Pulse start() {
		Pulse pulse = new Pulse();
		pulse.clock.scheduleAtFixedRate(pulse::ask, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
		return pulse;
	}

	private void ask() {
		long time = System.nanoTime();
		if (asked.compareAndSet(false, true)) {
			Ui.display().asyncExec(() -> answered(time, asked, longest));
		}
		if (askedIdle.compareAndSet(false, true)) {
			idle.execute(() -> answered(time, askedIdle, longestIdle));
		}
	}

	private static void answered(long askedAt, AtomicBoolean waiting, AtomicLong longest) {
		longest.accumulateAndGet(System.nanoTime() - askedAt, Math::max);
		waiting.set(false);
	}

	void stop() {
		clock.shutdownNow();
		idle.shutdown();
	}

	/** How long the user interface took for its slowest answer, without what the idle thread took for its slowest. */
	Duration longestPause() {
		return Duration.ofNanos(Math.max(0, longest.get() - longestIdle.get()));
	}

	@Override
	public String toString() {
		return "slowest answer " + TimeUnit.NANOSECONDS.toMillis(longest.get()) + " ms, of an idle thread "
				+ TimeUnit.NANOSECONDS.toMillis(longestIdle.get()) + " ms";
	}
}
