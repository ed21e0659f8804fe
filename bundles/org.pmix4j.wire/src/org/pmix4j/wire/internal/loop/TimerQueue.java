// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.TreeSet;

/** Timers of one loop, ordered by due time. Used by that loop only; not thread-safe. */
public final class TimerQueue {
	private final TreeSet<Entry> waiting = new TreeSet<>(TimerQueue::inOrder);
	private long made;

	/**
	 * @param now   time of the loop's clock, in nanoseconds
	 * @param delay time to wait; delays beyond the range of a {@code long} are shortened to its maximum
	 * @param task  task to run
	 * @return a handle that cancels the task
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

	/** @return when the next timer is due, in nanoseconds of the loop's clock */
	public OptionalLong nextDue() {
		return waiting.isEmpty() ? OptionalLong.empty() : OptionalLong.of(waiting.first().due);
	}

	/**
	 * Removes the next timer that is due. Takes one at a time, since its task may cancel the next.
	 *
	 * @param now time of the loop's clock, in nanoseconds
	 * @return its task, or an empty task if none is due
	 */
	public Runnable takeDue(long now) {
		return hasDue(now) ? waiting.removeFirst().task : () -> { };
	}

	/**
	 * @param now time of the loop's clock, in nanoseconds
	 * @return whether a timer is due
	 */
	public boolean hasDue(long now) {
		return !waiting.isEmpty() && waiting.first().due <= now;
	}

	/** @return number of waiting timers */
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

	/** Orders by due time, then by creation. */
	private static int inOrder(Entry one, Entry other) {
		return one.due == other.due ? Long.compare(one.number, other.number) : Long.compare(one.due, other.due);
	}

	private record Entry(long due, long number, Runnable task) {
	}
}
