// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import org.pmix4j.host.LocalHost;

import sun.misc.Signal;

/**
 * Handles signals to the launcher. INT, TERM and HUP end all jobs: the first one in order, the second one at once. Signals that
 * programs use among themselves are forwarded to the ranks. Stateless.
 *
 * @see "PRRTE, the option --forward-signals"
 */
final class SignalForwarding {
	private static final String[] ENDING = { "INT", "TERM", "HUP" };
	private static final String[] FORWARDED = { "TSTP", "CONT", "USR2", "ABRT", "ALRM" };

	private SignalForwarding() {
	}

	/** @param host the only one of this launcher */
	static void to(LocalHost host) {
		for (String name : ENDING) {
			handle(name, signal -> host.interrupt());
		}
		for (String name : FORWARDED) {
			handle(name, signal -> host.signal(signal.getNumber()));
		}
	}

	/** The JVM throws an exception for a signal that it uses itself, such as USR1 and QUIT. */
	private static void handle(String name, sun.misc.SignalHandler handler) {
		try {
			Signal.handle(new Signal(name), handler);
		} catch (IllegalArgumentException e) {
			System.getLogger(SignalForwarding.class.getName()).log(System.Logger.Level.DEBUG, "signal {0} stays with the JVM", name);
		}
	}
}
