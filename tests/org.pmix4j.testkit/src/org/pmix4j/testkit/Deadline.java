// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A limit for a wait, which counts the processor time that one more process could have had instead of the time of the clock: with six
 * processes on each processor, a second counts as a sixth. So a limit that suffices on a quiet machine suffices on a busy one, and a
 * hang still ends. Waits look at it every few milliseconds. Belongs to one thread.
 */
public final class Deadline {
	private static final Path LOAD = Path.of("/proc/loadavg");
	private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
	/** Longest time between two looks. */
	private static final long SLICE = TimeUnit.MILLISECONDS.toNanos(100);

	private final Duration limit;
	private final long start = System.nanoTime();
	private long left;
	private long looked = start;

	private Deadline(Duration limit) {
		this.limit = limit;
		left = limit.toNanos();
	}

	/**
	 * Starts to count.
	 *
	 * @param limit length of the wait on a quiet machine
	 * @return the deadline
	 */
	public static Deadline of(Duration limit) {
		return new Deadline(limit);
	}

	/** @return whether the wait must end */
	public boolean isOver() {
		long now = System.nanoTime();
		if (now - looked >= SLICE) {
			left -= (long) ((now - looked) * share());
			looked = now;
		}
		return left <= 0;
	}

	/** @return how long the caller may wait before it looks again, in nanoseconds; at least a millisecond */
	public long slice() {
		return Math.max(TimeUnit.MILLISECONDS.toNanos(1), Math.min(SLICE, left));
	}

	/** @return what has passed of which limit, for a message */
	@Override
	public String toString() {
		return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) + " ms, " + (limit.toMillis() - TimeUnit.NANOSECONDS.toMillis(left))
				+ " of " + limit.toMillis() + " ms of processor time";
	}

	/** Returns the part of a processor that one more process gets; 1 where the load is not known. */
	private static double share() {
		try {
			// "0.20 0.18 0.12 1/80 11206": processes that can run, this one included
			String running = Files.readString(LOAD).split(" ")[3].split("/")[0];
			return Math.min(1, (double) PROCESSORS / Math.max(1, Integer.parseInt(running)));
		} catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
			return 1;
		}
	}
}
