// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import org.pmix4j.model.internal.text.PeerLog;

/** The logger for everything about processes. Thread-safe. */
public final class Log {

	public static final PeerLog LOG = PeerLog.of("org.pmix4j.process");

	private Log() {
	}
}
