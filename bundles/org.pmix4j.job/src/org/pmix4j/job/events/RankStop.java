// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.events;

import java.time.Instant;

import org.pmix4j.model.bytes.Signals;

/**
 * The stop of a rank's process by a signal of the engine, of a user's {@code kill -STOP}, or of the kernel, if the process reads
 * from a terminal in the background. A debugger that holds a process does not stop it in this sense. Immutable.
 *
 * @param signal SIGSTOP, SIGTSTP, SIGTTIN or SIGTTOU, as a number
 * @param since  when the engine noticed it
 */
public record RankStop(int signal, Instant since) {
	/** {@return a phrase for users: {@code stopped by SIGTTIN (it reads from the terminal in the background)}} */
	public String text() {
		String reason = signal == Signals.TTIN ? " (it reads from the terminal in the background)"
				: signal == Signals.TTOU ? " (it writes to the terminal, or changes it, in the background)" : "";
		return "stopped by " + signalName() + reason;
	}

	/** {@return the name of the signal: {@code SIGSTOP}} */
	public String signalName() {
		return Signals.name(signal);
	}
}
