// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import static org.assertj.core.api.Assertions.fail;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Compares the processor time of one thread for some work and for four times as much of it: about 4 if the work is in proportion, 16 if it
 * is quadratic. Less than three seconds are always allowed, and the best of a few attempts counts: a compiler that is at work, and other
 * processes that empty the caches, blur the times, but never make quadratic work look linear. Stateless.
 */
public final class Growth {
	private static final int TIMES = 4;
	private static final long MOST = 9;
	private static final long NOTHING = 3_000_000_000L;
	private static final int ATTEMPTS = 4;
	private static final long MILLION = 1_000_000;

	private Growth() {
	}

	/**
	 * Fails if the processor time grows much faster than the work.
	 *
	 * @param size the smaller amount of work
	 * @param work does the given amount of work, on the calling thread
	 */
	public static void requireLinear(int size, IntConsumer work) {
		work.accept(size);
		List<String> attempts = new ArrayList<>();
		while (attempts.size() < ATTEMPTS) {
			long one = Math.max(NOTHING / MOST, time(size, work));
			long all = time(TIMES * size, work);
			if (all < MOST * one) {
				return;
			}
			attempts.add(all / MILLION + " ms for " + TIMES + " times the work that takes " + one / MILLION + " ms");
		}
		fail("the processor time grows faster than the work: " + attempts);
	}

	/**
	 * Counts the memory that some work allocates, which, unlike its time, does not depend on the load of the machine.
	 *
	 * @param work is done on the calling thread
	 * @return the bytes, garbage included
	 */
	public static long allocated(Runnable work) {
		long before = allocated();
		work.run();
		return allocated() - before;
	}

	/** {@return the bytes that the calling thread has allocated until now} */
	public static long allocated() {
		try {
			return (long) ManagementFactory.getPlatformMBeanServer().invoke(new ObjectName("java.lang:type=Threading"),
					"getThreadAllocatedBytes", new Object[] { Thread.currentThread().threadId() }, new String[] { "long" });
		} catch (JMException e) {
			throw new IllegalStateException(e);
		}
	}

	private static long time(int size, IntConsumer work) {
		long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
		work.accept(size);
		return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin;
	}
}
