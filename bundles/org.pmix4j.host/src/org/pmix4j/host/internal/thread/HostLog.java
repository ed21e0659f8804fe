// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.thread;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * The host's log. The logger is made when there is something to say: making it costs more than ten milliseconds, and a job that goes
 * well has nothing to say. Thread-safe.
 */
public final class HostLog {
	private HostLog() {
	}

	/**
	 * @param level   how grave it is
	 * @param message what happened
	 */
	public static void log(Level level, String message) {
		Lazy.LOGGER.log(level, message);
	}

	/**
	 * @param level   how grave it is
	 * @param message what happened
	 * @param cause   why
	 */
	public static void log(Level level, String message, Throwable cause) {
		Lazy.LOGGER.log(level, message, cause);
	}

	private static final class Lazy {
		static final Logger LOGGER = System.getLogger("org.pmix4j.host.LocalHost");
	}
}
