// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.posix;

/** Takes the default action of a signal on this process. Stateless; callable from any thread. */
public final class DefaultAction {
	private DefaultAction() {
	}

	/** Ends this process by the default action of a signal; returns if that action does not end a process. */
	public static void endBy(int signal) {
		Posix.signal(signal, Posix.SIG_DFL);
		Posix.raise(signal);
	}

	/**
	 * Stops this process by the default action of SIGTSTP, and restores the handler when it was continued. The kernel refuses to stop a
	 * process which no shell could continue; without a terminal, such a process was not stopped by a key, so it stops nevertheless.
	 */
	public static void suspend() {
		if (Terminal.hasTerminal()) {
			long handler = Posix.signal(Signals.TSTP, Posix.SIG_DFL);
			// a signal to the thread takes effect before the call returns, so the handler comes back late enough
			Posix.raise(Signals.TSTP);
			Posix.signal(Signals.TSTP, handler);
		} else {
			Posix.raise(Signals.STOP);
		}
	}
}
