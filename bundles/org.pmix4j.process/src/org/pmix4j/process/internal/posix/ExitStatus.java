// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import org.pmix4j.model.bytes.Signals;

/**
 * The exit status of a process, exactly as the kernel reports it: exit code 139 and a death by SIGSEGV are different values. Immutable.
 *
 * @param code the exit code 0..255, 0 if a signal ended the process
 * @param signal the number of the signal that ended the process, 0 if it exited by itself
 * @param coreDumped whether the kernel wrote a core dump; only with a signal
 */
public record ExitStatus(int code, int signal, boolean coreDumped) {

	/** POSIX shells, and with them every MPI launcher, report a death by signal n as 128 + n. */
	private static final int SIGNAL_OFFSET = 128;

	/** Validates the ranges, and that a process either exited or was killed. */
	public ExitStatus {
		if (code < 0 || code > 255) {
			throw new IllegalArgumentException("exit code " + code + " is not in 0..255");
		}
		if (signal < 0 || signal > Signals.MAX) {
			throw new IllegalArgumentException("signal " + signal + " is not in 0.." + Signals.MAX);
		}
		if (signal != 0 && code != 0 || signal == 0 && coreDumped) {
			throw new IllegalArgumentException("a process either exits with a code or is ended by a signal");
		}
	}

	/** A process that left by itself, with code 0..255. */
	public static ExitStatus exited(int code) {
		return new ExitStatus(code, 0, false);
	}

	/** A process that a signal (1..64) ended. */
	public static ExitStatus signaled(int signal, boolean coreDumped) {
		if (signal == 0) {
			throw new IllegalArgumentException("signal 0 ends no process");
		}
		return new ExitStatus(0, signal, coreDumped);
	}

	/** Returns whether a signal ended the process. */
	public boolean isSignaled() {
		return signal != 0;
	}

	/** Returns whether the process exited by itself with code 0. */
	public boolean isSuccess() {
		return signal == 0 && code == 0;
	}

	/** The one number a shell would report: the exit code, or 128 + signal. */
	public int shellCode() {
		return isSignaled() ? SIGNAL_OFFSET + signal : code;
	}

	/** Returns a phrase for users: {@code exit code 3}, or {@code signal 11 (SIGSEGV), core dumped}. */
	@Override
	public String toString() {
		if (!isSignaled()) {
			return "exit code " + code;
		}
		return "signal " + signal + " (" + Signals.name(signal) + ")" + (coreDumped ? ", core dumped" : "");
	}
}
