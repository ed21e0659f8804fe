// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.eclipse.swt.widgets.Display;

/**
 * Measures how fast the user interface answers. Sets a timer of the display again and again, which the window system's loop handles as soon
 * as a key press; a runnable of {@link Display#asyncExec} would wait until no timer and no repainting is due. The time of an answer is the
 * time that the display's thread works or waits for other threads of the JVM until the timer runs, which includes work before the timer is
 * due. It excludes waiting for a processor or the display server, which other processes may keep busy.
 */
final class Pulse {
	private static final int PERIOD_MILLIS = 10;
	private static final Duration SUSPICIOUS = Duration.ofMillis(50);
	private static final int MOST_STACKS = 10;
	private static final int MOST_ATTEMPTS = 3;

	private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
	private volatile boolean stopped;
	// under the lock of this object
	private Duration longest = Duration.ZERO;
	private long askedAt = System.nanoTime();
	/** Stacks of the display's thread while it does not answer. */
	private List<String> seen = new ArrayList<>();
	private List<String> seenInLongest = List.of();

	private Pulse() {
	}

	/** What is measured. */
	interface Action {
		void run() throws Exception;
	}

	/**
	 * Measures an action until it is fast enough, three times at most: other work on the machine makes single pauses longer, by what the
	 * caches lose and by time that a hypervisor takes away, but a slow view is slow each time.
	 *
	 * @param prepare runs before each measurement
	 * @throws AssertionError if each time an answer takes as long as the limit or longer; has the stacks of the last one
	 */
	static Pulse requireShorter(Duration limit, Action prepare, Action action) throws Exception {
		Pulse pulse = measure(prepare, action);
		for (int more = MOST_ATTEMPTS - 1; more > 0 && pulse.longestPause().compareTo(limit) >= 0; more--) {
			pulse = measure(prepare, action);
		}
		assertThat(pulse.longestPause()).as(pulse.toString()).isLessThan(limit);
		return pulse;
	}

	private static Pulse measure(Action prepare, Action action) throws Exception {
		prepare.run();
		Pulse pulse = new Pulse();
		Ui.run(pulse::ask);
		pulse.clock.scheduleAtFixedRate(pulse::look, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
		try {
			action.run();
		} finally {
			pulse.stop();
		}
		return pulse;
	}

	private void ask() {
		UiTime asked = UiTime.now();
		synchronized (this) {
			seen = new ArrayList<>();
			askedAt = asked.clock();
		}
		Ui.display().timerExec(PERIOD_MILLIS, () -> answered(asked));
	}

	private void answered(UiTime asked) {
		Duration pause = UiTime.now().busySince(asked);
		synchronized (this) {
			if (pause.compareTo(longest) > 0) {
				longest = pause;
				seenInLongest = seen;
			}
		}
		if (!stopped) {
			ask();
		}
	}

	private synchronized void look() {
		long late = System.nanoTime() - askedAt;
		if (late > SUSPICIOUS.toNanos() && seen.size() < MOST_STACKS) {
			seen.add(Stream.of(Ui.display().getThread().getStackTrace()).limit(30).map(String::valueOf).collect(
					Collectors.joining("\n\t", "after " + TimeUnit.NANOSECONDS.toMillis(late) + " ms\n\t", "")));
		}
	}

	private void stop() {
		stopped = true;
		clock.shutdownNow();
	}

	/** Returns the time of the slowest answer. */
	private synchronized Duration longestPause() {
		return longest;
	}

	@Override
	public synchronized String toString() {
		return "slowest answer " + longest.toMillis() + " ms\n" + String.join("\n", seenInLongest);
	}
}
