// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

/** A channel in memory that a {@link SimulatedLoop} serves like a socket. */
interface MemoryEnd {
	/** @return whether it has an event in which its owner is interested */
	boolean isReady();

	/** Delivers the event. */
	void serve();

	/** @return whether it is closed and can be dropped */
	boolean isClosed();

	/** @param now whether to close immediately, without writing queued bytes */
	void loopClosing(boolean now);
}
