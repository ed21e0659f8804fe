// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.posix;

import java.lang.System.Logger;

/** The logger for everything about processes. Thread-safe. */
public final class Log {

	public static final Logger LOG = System.getLogger("org.pmix4j.host.internal.process");

	private Log() {
	}
}
