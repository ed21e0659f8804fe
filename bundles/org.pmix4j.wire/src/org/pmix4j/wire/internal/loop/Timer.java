// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

/** A task scheduled for later. Created by {@link EventLoop#schedule}; used on that loop only. */
@FunctionalInterface
public interface Timer {
	/** A timer that is not running. */
	Timer NONE = () -> false;

	/**
	 * Cancels the task.
	 *
	 * @return whether the task was still waiting; {@code false} if it has run or was canceled before
	 */
	boolean cancel();
}
