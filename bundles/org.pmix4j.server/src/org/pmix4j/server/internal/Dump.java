// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.util.Locale;

/** Words for what the server is waiting for. */
final class Dump {
	private static final double NANOS = 1e9;

	private Dump() {
	}

	static String seconds(long nanos) {
		return String.format(Locale.ROOT, "%.1f s", nanos / NANOS);
	}
}
