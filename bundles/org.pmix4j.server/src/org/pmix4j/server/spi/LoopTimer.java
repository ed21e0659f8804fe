// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.spi;

/** A task that waits for its time. Made by {@link ServerLoop#schedule}; used on that loop only. */
@FunctionalInterface
public interface LoopTimer {
	/**
	 * Drops the task.
	 *
	 * @return whether it was still waiting; false if it has run or was canceled before
	 */
	boolean cancel();
}
