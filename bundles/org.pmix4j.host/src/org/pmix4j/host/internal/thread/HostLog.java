// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.thread;

import java.lang.System.Logger.Level;

import org.pmix4j.model.internal.text.PeerLog;

/** The logger of the host runtime. Thread-safe. */
public final class HostLog {
	private static final PeerLog LOGGER = PeerLog.of("org.pmix4j.host.LocalHost");

	private HostLog() {
	}

	/**
	 * @param level   the severity
	 * @param message describes the event
	 */
	public static void log(Level level, String message) {
		LOGGER.log(level, message);
	}

	/**
	 * @param level   the severity
	 * @param message describes the event
	 * @param cause   of the event; of a lack of memory only the message is logged, as its trace shows who asked last, not who took it
	 */
	public static void log(Level level, String message, Throwable cause) {
		if (cause instanceof OutOfMemoryError) {
			LOGGER.log(level, message.concat(": ").concat(cause.toString()));
		} else {
			LOGGER.log(level, message, cause);
		}
	}
}
