// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import org.pmix4j.model.bytes.Signals;

/** Takes the default action of a signal on this process. Stateless; callable from any thread. */
public final class DefaultAction {
	private DefaultAction() {
	}

	/**
	 * Ends this process by the default action of a signal; returns if that action does not end a process. The kernel keeps the first process
	 * of a container from such an end, so that exits with the code that a shell reports for it.
	 */
	public static void endBy(int signal) {
		Posix.signal(signal, Posix.SIG_DFL);
		// threads that are as old as the JVM, and the threads that they start, block what the launcher's script has blocked
		unblock(signal);
		Posix.raise(signal);
		if (ProcessHandle.current().pid() == 1) {
			Runtime.getRuntime().halt(ExitStatus.signaled(signal, false).shellCode());
		}
	}

	/** Lets the calling thread receive a signal; one that is pending takes effect before this returns. */
	static void unblock(int signal) {
		NativeBuffer set = new NativeBuffer(Posix.SIGSET_SIZE);
		set.bytes().putLong(0, 1L << signal - 1);
		Posix.pthread_sigmask(Posix.SIG_UNBLOCK, set.address(), 0);
	}

	/** Takes the default action of a signal that this process was started to ignore; leaves a handler alone. */
	public static void heed(int signal) {
		NativeBuffer action = new NativeBuffer(Posix.SIGACTION_SIZE);
		if (Posix.sigaction(signal, 0, action.address()) == 0 && action.bytes().getLong(0) == Posix.SIG_IGN) {
			Posix.signal(signal, Posix.SIG_DFL);
		}
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
