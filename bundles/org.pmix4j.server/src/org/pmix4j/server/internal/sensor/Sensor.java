// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.sensor;

/** Watches one thing. Owned by {@link Sensors}, on the loop. */
sealed interface Sensor permits Heartbeat, FileWatch {
	/** @return its name, by which it can be cancelled; empty if it has none */
	String id();

	/** The process has sent a heartbeat. */
	void beat();

	/** Watches no more. */
	void stop();

	/** @return for people: what is watched, and how it looks */
	String describe();
}
