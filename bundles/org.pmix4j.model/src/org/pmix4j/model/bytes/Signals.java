// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.bytes;

import java.util.Locale;
import java.util.OptionalInt;

/** Numbers and names of the signals of Linux on x86_64 and aarch64 (signal(7)), where both agree. Stateless. */
public final class Signals {

	/** Terminal hung up. */
	public static final int HUP = 1;
	/** Interrupt from the keyboard. */
	public static final int INT = 2;
	/** Quit from the keyboard. */
	public static final int QUIT = 3;
	/** Abort. */
	public static final int ABRT = 6;
	/** First signal for users. */
	public static final int USR1 = 10;
	/** Second signal for users. */
	public static final int USR2 = 12;
	/** Write to a pipe without a reader. */
	public static final int PIPE = 13;
	/** Kill; cannot be caught. */
	public static final int KILL = 9;
	/** Invalid memory reference. */
	public static final int SEGV = 11;
	/** Polite request to end. */
	public static final int TERM = 15;
	/** Continue if stopped. */
	public static final int CONT = 18;
	/** Stop; cannot be caught. */
	public static final int STOP = 19;
	/** The stop of a terminal, which a program may ignore. */
	public static final int TSTP = 20;
	/** Read from the terminal in the background. */
	public static final int TTIN = 21;
	/** Write to the terminal in the background. */
	public static final int TTOU = 22;
	/** The size of the terminal has changed. */
	public static final int WINCH = 28;

	/** The highest signal number. */
	public static final int MAX = 64;
	/** The kernel's first real-time signal; the C library keeps two for itself, so programs see 34 as SIGRTMIN. */
	public static final int RTMIN = 34;

	private static final String[] NAMES = {"0", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2",
			"PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF",
			"WINCH", "IO", "PWR", "SYS"};

	private Signals() {
	}

	/**
	 * Names a signal.
	 *
	 * @param signal a number
	 * @return the name, e.g. {@code SIGSEGV}, {@code SIGRTMIN+3}; {@code signal 99} for a number that Linux does not know
	 */
	public static String name(int signal) {
		if (signal > 0 && signal < NAMES.length) {
			return "SIG" + NAMES[signal];
		}
		if (signal >= RTMIN && signal <= MAX) {
			return signal == RTMIN ? "SIGRTMIN" : "SIGRTMIN+" + (signal - RTMIN);
		}
		return "signal " + signal;
	}

	/**
	 * Finds a signal.
	 *
	 * @param name {@code SIGTERM}, {@code TERM}, {@code term} or {@code 15}
	 * @return its number; empty if there is no such signal
	 */
	public static OptionalInt number(String name) {
		String upper = name.strip().toUpperCase(Locale.ROOT);
		if (upper.matches("[0-9]{1,2}")) {
			int number = Integer.parseInt(upper);
			return number > 0 && number <= MAX ? OptionalInt.of(number) : OptionalInt.empty();
		}
		String bare = upper.startsWith("SIG") ? upper.substring(3) : upper;
		for (int i = 1; i < NAMES.length; i++) {
			if (NAMES[i].equals(bare)) {
				return OptionalInt.of(i);
			}
		}
		return OptionalInt.empty();
	}
}
