// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.posix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Asks the kernel about the terminal of this process; see proc(5). Stateless. */
public final class Terminal {
	private static final int GROUP = 2;
	private static final int TERMINAL = 4;
	private static final int FOREGROUND = 5;

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

	/** @return whether this process has a terminal */
	static boolean hasTerminal() {
		try {
			return !fields(Files.readString(Path.of("/proc/self/stat")))[TERMINAL].equals("0");
		} catch (IOException e) {
			return false;
		}
	}

	/** @return whether this process has a terminal and another process group is in the foreground there */
	public static boolean isBackground() {
		try {
			return isBackground(Files.readString(Path.of("/proc/self/stat")));
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
