// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.thread;

import java.time.Duration;

import org.pmix4j.server.spi.LoopTimer;

/** Runs tasks later on the host's thread. */
@FunctionalInterface
public interface Timers {
	/**
	 * @param delay after which to run the task
	 * @param task  runs on the host's thread
	 * @return cancels it
	 */
	LoopTimer schedule(Duration delay, Runnable task);
}
