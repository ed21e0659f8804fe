// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

/** Something in memory that a {@link SimulatedLoop} serves in place of a socket. */
interface MemoryEnd {
	/** @return whether it has something to tell that its owner wants to hear */
	boolean isReady();

	/** Tells it. */
	void serve();

	/** @return whether it is of no use any more */
	boolean isClosed();

	/** @param now whether there is no more time */
	void loopClosing(boolean now);
}
