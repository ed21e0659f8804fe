// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.prrte.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The processes of a POSIX session, which also those belong to whose parent has ended. Linux only. */
public final class SessionProcesses {
	/** The place of the session behind the name of the program, after state, parent and process group. */
	private static final int SESSION = 3;

	private SessionProcesses() {
	}

	/**
	 * Finds the processes of a session.
	 *
	 * @param leader the process ID of the first process of the session, which may have ended
	 * @return those that run; empty if the system does not list them
	 * @see "proc(5), /proc/pid/stat"
	 */
	public static List<ProcessHandle> of(long leader) {
		return ProcessHandle.allProcesses().filter(process -> isOf(leader, process.pid())).toList();
	}

	private static boolean isOf(long leader, long pid) {
		try {
			String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
			// the name, in parentheses, may contain anything
			String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
			return fields.length > SESSION && fields[SESSION].equals(Long.toString(leader));
		} catch (IOException e) {
			return false; // it has ended
		}
	}
}
