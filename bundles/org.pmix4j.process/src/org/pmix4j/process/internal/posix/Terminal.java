// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Asks the kernel about the terminal of this process; see proc(5). Stateless. */
public final class Terminal {
	private static final int GROUP = 2;
	private static final int TERMINAL = 4;
	private static final int FOREGROUND = 5;
	/** Before the flags in /proc/self/fdinfo, in octal digits. */
	private static final String FLAGS = "flags:";
	/** The output comes first: it is what a program formats for the terminal. */
	private static final int[] STREAMS = {1, 2, 0};

	private Terminal() {
	}

	/**
	 * @param descriptor 0, 1 or 2
	 * @return whether it is a terminal
	 */
	public static boolean isTerminal(int descriptor) {
		try {
			String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
			return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
		} catch (IOException e) {
			return false;
		}
	}

	/**
	 * Returns the size of the terminal of this process: that of standard output, standard error or standard input, else that of the
	 * controlling terminal.
	 *
	 * @return the size; empty if there is no terminal, or none of them knows its size
	 */
	public static Optional<WindowSize> size() {
		for (int descriptor : STREAMS) {
			Optional<WindowSize> size = PseudoTerminal.size(descriptor);
			if (size.isPresent()) {
				return size;
			}
		}
		int controlling = Posix.open(PseudoTerminal.path("/dev/tty").address(), Posix.O_RDWR | Posix.O_NOCTTY | Posix.O_CLOEXEC);
		if (controlling < 0) {
			return Optional.empty();
		}
		try {
			return PseudoTerminal.size(controlling);
		} finally {
			Posix.close(controlling);
		}
	}

	/**
	 * @param descriptor 0, 1 or 2
	 * @return whether it was opened for writing only
	 */
	public static boolean isWriteOnly(int descriptor) {
		try {
			return ProcFs.text("self/fdinfo/" + descriptor).lines().filter(line -> line.startsWith(FLAGS))
					.anyMatch(line -> (Integer.parseInt(line.substring(FLAGS.length()).strip(), 8) & Posix.O_ACCMODE) == Posix.O_WRONLY);
		} catch (IOException e) {
			return false;
		}
	}

	/** @return whether this process has a terminal */
	static boolean hasTerminal() {
		try {
			return !fields(ProcFs.text("self/stat"))[TERMINAL].equals("0");
		} catch (IOException e) {
			return false;
		}
	}

	/** @return whether this process has a terminal and another process group is in the foreground there */
	public static boolean isBackground() {
		try {
			return isBackground(ProcFs.text("self/stat"));
		} catch (IOException e) {
			return false;
		}
	}

	/**
	 * @param stat the content of /proc/PID/stat
	 * @return whether that process has a terminal and another process group is in the foreground there
	 */
	public static boolean isBackground(String stat) {
		String[] fields = fields(stat);
		return !fields[TERMINAL].equals("0") && !fields[FOREGROUND].equals(fields[GROUP]);
	}

	/** The name in parentheses may hold anything; state, parent, group, session, terminal and foreground group follow. */
	private static String[] fields(String stat) {
		return stat.substring(stat.lastIndexOf(')') + 2).split(" ");
	}
}
