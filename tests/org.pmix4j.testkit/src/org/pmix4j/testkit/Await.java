// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Looks again and again, within a limit, at what the kernel tells of other processes and gives no event for. Not for state of our
 * own, which has futures.
 */
public final class Await {
	private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(3);

	private Await() {
	}

	/**
	 * @param what      is waited for, for the message
	 * @param limit     how long
	 * @param condition becomes true
	 * @throws AssertionError if it does not
	 */
	public static void until(String what, Duration limit, BooleanSupplier condition) {
		if (!holdsWithin(limit, condition)) {
			throw new AssertionError("after " + limit.toMillis() + " ms still not: " + what);
		}
	}

	/**
	 * @param limit how long
	 * @param rest  what should vanish
	 * @param <T>   its type
	 * @return what is still there at the end of the limit; empty, and earlier, if all has gone
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
