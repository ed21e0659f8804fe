// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal;

import org.eclipse.core.runtime.ILog;

/** Runs callbacks of other plug-ins and logs what they throw. Stateless. */
public final class SafeRun {
	private SafeRun() {
	}

	/**
	 * Runs a callback. Whatever it throws is logged and has no other effect.
	 *
	 * @param what names the callback in the log
	 * @param call is run
	 */
	public static void run(String what, Runnable call) {
		try {
			call.run();
		} catch (RuntimeException | LinkageError | AssertionError e) {
			ILog.of(SafeRun.class).error(what + " failed", e);
		}
	}
}
