// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Polls, within a limit, for states of other processes that the kernel reports without an event. Not for state of this process, which has
 * futures. Stateless.
 */
public final class Await {
	private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(3);

	private Await() {
	}

	/**
	 * Waits for a condition.
	 *
	 * @param what      the condition, for the message
	 * @param limit     longest time to wait
	 * @param condition condition to poll
	 * @throws AssertionError if the condition is not met in time
	 */
	public static void until(String what, Duration limit, BooleanSupplier condition) {
		if (!holdsWithin(limit, condition)) {
			throw new AssertionError("after " + limit.toMillis() + " ms still not: " + what);
		}
	}

	/**
	 * Waits for things to vanish.
	 *
	 * @param limit longest time to wait
	 * @param rest  returns the things that still exist
	 * @param <T>   type of the collection
	 * @return the things that exist at the end of the limit; empty, and earlier, if all have vanished
	 */
	public static <T extends Collection<?>> T untilEmpty(Duration limit, Supplier<T> rest) {
		holdsWithin(limit, () -> rest.get().isEmpty());
		return rest.get();
	}

	private static boolean holdsWithin(Duration limit, BooleanSupplier condition) {
		long end = System.nanoTime() + limit.toNanos();
		while (!condition.getAsBoolean()) {
			if (System.nanoTime() > end) {
				return false;
			}
			LockSupport.parkNanos(PAUSE);
		}
		return true;
	}
}
