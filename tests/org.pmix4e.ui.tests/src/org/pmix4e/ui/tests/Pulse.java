// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * Asks the thread of the user interface every 10 ms for an answer, as a key press would. How long that thread waits for a processor
 * because others use all of them does not count: the kernel tells it.
 */
final class Pulse {
	private static final int PERIOD_MILLIS = 10;
	private static final Duration SUSPICIOUS = Duration.ofMillis(150);
	private static final int MOST_STACKS = 10;

	private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
	private final Path statistics;
	private final AtomicBoolean asked = new AtomicBoolean();
	/** What the user interface did in long pauses. */
	private final Queue<String> seen = new ConcurrentLinkedQueue<>();
	private volatile long longest;
	private long askedAt;
	private long lookedAt;

	private Pulse(Path statistics) {
		this.statistics = statistics;
	}

	static Pulse start() {
		Path thread = Ui.get(() -> Path.of("/proc/thread-self").toRealPath());
		Pulse pulse = new Pulse(thread.resolve("schedstat"));
		pulse.clock.scheduleAtFixedRate(pulse::ask, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
		return pulse;
	}

	private void ask() {
		long time = System.nanoTime();
		if (asked.compareAndSet(false, true)) {
			askedAt = time;
			lookedAt = time;
			long waited = waited();
			Ui.display().asyncExec(() -> answered(time, waited));
		} else if (time - lookedAt > SUSPICIOUS.toNanos() && seen.size() < MOST_STACKS) {
			lookedAt = time;
			seen.add(Stream.of(Ui.display().getThread().getStackTrace()).limit(30).map(String::valueOf).collect(
					Collectors.joining("\n\t", "after " + TimeUnit.NANOSECONDS.toMillis(time - askedAt) + " ms\n\t", "")));
		}
	}

	private void answered(long time, long waitedBefore) {
		longest = Math.max(longest, System.nanoTime() - time - (waited() - waitedBefore));
		asked.set(false);
	}

	/** How long the thread has been ready to run without a processor. */
	private long waited() {
		try {
			return Long.parseLong(Files.readString(statistics).split(" ")[1]);
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	void stop() {
		clock.shutdownNow();
	}

	/** The slowest answer. */
	Duration longestPause() {
		return Duration.ofNanos(longest);
	}

	@Override
	public String toString() {
		return "slowest answer " + TimeUnit.NANOSECONDS.toMillis(longest) + " ms\n" + String.join("\n", seen);
	}
}
