// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

/** One task that waits for its time. Made by {@link EventLoop#schedule}; to be used on that loop only. */
@FunctionalInterface
public interface Timer {
	/** Stands where no timer runs. */
	Timer NONE = () -> false;

	/**
	 * Drops the task.
	 *
	 * @return whether it was still waiting; {@code false} if it has run or was cancelled before
	 */
	boolean cancel();
}
