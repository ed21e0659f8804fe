// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.function.IntConsumer;

/**
 * Compares the processor time of one thread for some work and for four times as much of it: about 4 if the work is in proportion, 16 if it
 * is quadratic. Less than three seconds are always allowed, as a busy machine and a cold compiler blur shorter times. Stateless.
 */
public final class Growth {
	private static final int TIMES = 4;
	private static final long MOST = 9;
	private static final long NOTHING = 3_000_000_000L;

	private Growth() {
	}

	/**
	 * Fails if the processor time grows much faster than the work.
	 *
	 * @param size the smaller amount of work
	 * @param work does as much as it is told, on the calling thread
	 */
	public static void requireLinear(int size, IntConsumer work) {
		work.accept(size);
		long one = Math.max(NOTHING / MOST, time(size, work));
		assertThat(time(TIMES * size, work)).as("nanoseconds of processor time for %d times the work, which takes %d", TIMES, one)
				.isLessThan(MOST * one);
	}

	private static long time(int size, IntConsumer work) {
		long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
		work.accept(size);
		return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin;
	}
}
