// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A point in time, and how long the display's thread had been busy until then.
 *
 * @param clock of {@link System#nanoTime}, in ns
 * @param busy  how long the thread had worked or waited for other threads of the JVM, in ns; only differences mean something
 */
record UiTime(long clock, long busy) {
	private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

	static {
		THREADS.setThreadContentionMonitoringEnabled(true);
	}

	static UiTime now() {
		long thread = Ui.display().getThread().threadId();
		ThreadInfo info = THREADS.getThreadInfo(thread);
		return new UiTime(System.nanoTime(),
				THREADS.getThreadCpuTime(thread) + TimeUnit.MILLISECONDS.toNanos(info.getBlockedTime() + info.getWaitedTime()));
	}

	/** Returns how long the display's thread has been busy since an earlier time. */
	Duration busySince(UiTime earlier) {
		return Duration.ofNanos(busy - earlier.busy);
	}

	/** Returns how long ago an earlier time was. */
	Duration since(UiTime earlier) {
		return Duration.ofNanos(clock - earlier.clock);
	}
}
