// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.posix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Asks the kernel about the terminal of this process; see proc(5). Stateless. */
public final class Terminal {
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
		// the name in parentheses may hold anything; state, parent, group, session, terminal, foreground group follow
		String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
		String group = fields[2];
		String terminal = fields[4];
		String foreground = fields[5];
		return !terminal.equals("0") && !foreground.equals(group);
	}
}
