// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.TreeSet;

/** The timers of one loop, in the order of their time. Used by that loop only; not thread-safe. */
public final class TimerQueue {
	private final TreeSet<Entry> waiting = new TreeSet<>(TimerQueue::inOrder);
	private long made;

	/**
	 * @param now   time of the loop's clock, in nanoseconds
	 * @param delay how long to wait; one that is too long to count waits for as long as can be counted
	 * @param task  what to run
	 * @return to cancel it
	 * @throws IllegalArgumentException if the delay is negative
	 */
	public Timer add(long now, Duration delay, Runnable task) {
		if (delay.isNegative()) {
			throw new IllegalArgumentException("negative delay " + delay);
		}
		Entry entry = new Entry(saturatedSum(now, delay), made++, task);
		waiting.add(entry);
		return () -> waiting.remove(entry);
	}

	/** @return when the next one is due, in nanoseconds of the loop's clock */
	public OptionalLong nextDue() {
		return waiting.isEmpty() ? OptionalLong.empty() : OptionalLong.of(waiting.first().due);
	}

	/**
	 * Takes out the next timer that is due. One at a time, since it may cancel the next.
	 *
	 * @param now time of the loop's clock, in nanoseconds
	 * @return its task, or one that does nothing if none is due
	 */
	public Runnable takeDue(long now) {
		return hasDue(now) ? waiting.removeFirst().task : () -> { };
	}

	/**
	 * @param now time of the loop's clock, in nanoseconds
	 * @return whether one is due
	 */
	public boolean hasDue(long now) {
		return !waiting.isEmpty() && waiting.first().due <= now;
	}

	/** @return how many wait */
	public int size() {
		return waiting.size();
	}

	private static long saturatedSum(long now, Duration delay) {
		try {
			return Math.addExact(now, delay.toNanos());
		} catch (ArithmeticException tooLong) {
			return Long.MAX_VALUE;
		}
	}

	/** The number tells those apart that are due at the same time. */
	private static int inOrder(Entry one, Entry other) {
		return one.due == other.due ? Long.compare(one.number, other.number) : Long.compare(one.due, other.due);
	}

	private record Entry(long due, long number, Runnable task) {
	}
}
