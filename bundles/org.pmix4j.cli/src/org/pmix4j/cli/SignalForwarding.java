// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import org.pmix4j.host.LocalHost;

import sun.misc.Signal;

/**
 * What signals to the launcher mean: those of a terminal that end it end all jobs, first in order and the second time at once;
 * those that programs use among themselves go on to the ranks.
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

	/** The JVM keeps some signals for itself, such as USR1 and QUIT; it says so by an exception. */
	private static void handle(String name, sun.misc.SignalHandler handler) {
		try {
			Signal.handle(new Signal(name), handler);
		} catch (IllegalArgumentException e) {
			System.getLogger(SignalForwarding.class.getName()).log(System.Logger.Level.DEBUG, "signal {0} stays with the JVM", name);
		}
	}
}
