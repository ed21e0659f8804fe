// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.monitoring;

/** Monitors one heartbeat or file. Owned by {@link Sensors}, on the loop. */
sealed interface Sensor permits Heartbeat, FileWatch {
	/** @return id with which it can be canceled; empty if it has none */
	String id();

	/** Records a heartbeat of the process. */
	void beat();

	/** Stops monitoring. */
	void stop();

	/** @return description for people: what is monitored, and its state */
	String describe();
}
