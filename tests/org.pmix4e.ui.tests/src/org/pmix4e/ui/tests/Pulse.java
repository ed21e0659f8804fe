// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures how fast the user interface answers: every 10 ms it posts an event to the display's thread, as a key press would. The time of an
 * answer is the time that this thread works or waits for other threads of the JVM. It excludes waiting for a processor or the display
 * server, which other processes may keep busy.
 */
final class Pulse {
	private static final int PERIOD_MILLIS = 10;
	private static final Duration SUSPICIOUS = Duration.ofMillis(150);
	private static final int MOST_STACKS = 10;

	private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
	private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
	private final long thread;
	private final AtomicBoolean asked = new AtomicBoolean();
	/** Stacks of the display's thread during long pauses. */
	private final Queue<String> seen = new ConcurrentLinkedQueue<>();
	private volatile long longest;
	private long askedAt;
	private long lookedAt;

	private Pulse(long thread) {
		this.thread = thread;
		threads.setThreadContentionMonitoringEnabled(true);
	}

	static Pulse start() {
		Pulse pulse = new Pulse(Ui.display().getThread().threadId());
		pulse.clock.scheduleAtFixedRate(pulse::ask, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
		return pulse;
	}

	private void ask() {
		long time = System.nanoTime();
		if (asked.compareAndSet(false, true)) {
			askedAt = time;
			lookedAt = time;
			long spent = spent();
			Ui.display().asyncExec(() -> answered(spent));
		} else if (time - lookedAt > SUSPICIOUS.toNanos() && seen.size() < MOST_STACKS) {
			lookedAt = time;
			seen.add(Stream.of(Ui.display().getThread().getStackTrace()).limit(30).map(String::valueOf).collect(
					Collectors.joining("\n\t", "after " + TimeUnit.NANOSECONDS.toMillis(time - askedAt) + " ms\n\t", "")));
		}
	}

	private void answered(long spentBefore) {
		longest = Math.max(longest, spent() - spentBefore);
		asked.set(false);
	}

	/** Returns the time that the display's thread has worked or waited for other threads, in ns. */
	private long spent() {
		ThreadInfo info = threads.getThreadInfo(thread);
		return threads.getThreadCpuTime(thread) + TimeUnit.MILLISECONDS.toNanos(info.getBlockedTime() + info.getWaitedTime());
	}

	void stop() {
		clock.shutdownNow();
		threads.setThreadContentionMonitoringEnabled(false);
	}

	/** Returns the time of the slowest answer. */
	Duration longestPause() {
		return Duration.ofNanos(longest);
	}

	@Override
	public String toString() {
		return "slowest answer " + TimeUnit.NANOSECONDS.toMillis(longest) + " ms\n" + String.join("\n", seen);
	}
}
