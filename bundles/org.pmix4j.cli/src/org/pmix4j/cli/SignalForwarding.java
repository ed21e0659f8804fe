// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import org.pmix4j.host.LocalHost;

import sun.misc.Signal;

/**
 * Handles signals to the launcher. The first INT, TERM or HUP ends all jobs in order, the second one kills them. Signals that programs
 * use themselves are forwarded to the ranks. Stateless.
 *
 * @see "PRRTE, the option --forward-signals"
 */
final class SignalForwarding {
	private static final String[] ENDING = { "INT", "TERM", "HUP" };
	private static final String[] FORWARDED = { "TSTP", "CONT", "USR2", "ABRT", "ALRM" };

	private SignalForwarding() {
	}

	/**
	 * Installs the signal handlers.
	 *
	 * @param host the host of this launcher
	 */
	static void to(LocalHost host) {
		for (String name : ENDING) {
			handle(name, signal -> host.interrupt());
		}
		for (String name : FORWARDED) {
			handle(name, signal -> host.signal(signal.getNumber()));
		}
	}

	/** Installs a handler, unless the JVM uses the signal itself. */
	private static void handle(String name, sun.misc.SignalHandler handler) {
		try {
			Signal.handle(new Signal(name), handler);
		} catch (IllegalArgumentException e) {
			System.getLogger(SignalForwarding.class.getName()).log(System.Logger.Level.DEBUG,
					"The JVM uses the signal {0} itself, so it is not handled", name);
		}
	}
}
