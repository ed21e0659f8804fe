// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal;

import org.eclipse.core.runtime.ILog;

/** Calls of foreign code, whose failure must not become ours. */
public final class Guarded {
	private Guarded() {
	}

	/**
	 * @param what names the code, for the log
	 * @param call is run; what it throws is logged
	 */
	public static void run(String what, Runnable call) {
		try {
			call.run();
		} catch (RuntimeException | LinkageError | AssertionError e) {
			ILog.of(Guarded.class).error(what + " failed", e);
		}
	}
}
