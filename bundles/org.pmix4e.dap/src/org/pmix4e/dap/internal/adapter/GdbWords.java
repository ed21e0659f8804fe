// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.adapter;

import java.nio.file.Path;

/** Writes commands of GDB. Stateless. */
final class GdbWords {
	/** A part of the reason for which GDB up to 16 refuses to attach to something other than a process or a server. */
	static final String NO_CORES = "requires either 'pid'";

	/** GDB 16 takes a character after a backslash as it is, also in the name of a core; older releases take that name as it stands. */
	private static final String OPEN_CORE = """
			gdb.execute(%s)
			try:
			  gdb.execute(%s)
			except gdb.error:
			  gdb.execute(%s)
			gdb.dap.events.inferior_running = False
			""";

	private GdbWords() {
	}

	/**
	 * Returns a command that opens a core. GDB takes the threads of a core for running ones unless a variable says that they are not
	 * (gdb/python/lib/gdb/dap/events.py).
	 */
	static String openCore(Path program, Path core) {
		return "python exec(" + python(OPEN_CORE.formatted(python("file " + quoted(program)), python("core-file " + quoted(core)),
				python("core-file " + core))) + ")";
	}

	private static String quoted(Path path) {
		return path.toString().replaceAll("[ \t\\\\'\"]", "\\\\$0");
	}

	/** Returns a text as a literal of Python. */
	private static String python(String text) {
		StringBuilder literal = new StringBuilder("'");
		for (char letter : text.toCharArray()) {
			literal.append(letter == '\'' || letter == '\\' || letter < ' ' ? String.format("\\x%02x", (int) letter) : String.valueOf(letter));
		}
		return literal.append('\'').toString();
	}
}
