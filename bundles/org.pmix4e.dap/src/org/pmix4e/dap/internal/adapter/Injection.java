// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.adapter;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What debugpy writes while GDB loads it into a process that runs. It tells a failure by output only, and does not answer the request then.
 * Owned by the reading thread of a session.
 *
 * @see "debugpy 1.6 and 1.8, src/debugpy/server/cli.py, attach_to_pid"
 */
final class Injection {
	private static final String FAILED = "Attach to PID failed";
	/** Begins the line with the command of GDB; what GDB or the shell writes follows. */
	private static final String COMMAND = "Running: ";
	private static final String TRACEBACK = "Code injection into PID";
	private static final int MOST_CHARACTERS = 100_000;
	private static final int MOST_REASON = 300;

	private final StringBuilder said = new StringBuilder();

	void add(String output) {
		said.append(output, 0, Math.min(output.length(), MOST_CHARACTERS - said.length()));
	}

	/** Returns whether it has failed; the reason may still come. */
	boolean hasFailed() {
		return said.indexOf(FAILED) >= 0 || isComplete();
	}

	/** Returns whether it has failed, and the reason is known. */
	boolean isComplete() {
		return said.indexOf(TRACEBACK) >= 0;
	}

	/** Returns what GDB or the shell has written, in one line; empty if that is not known. */
	String reason() {
		List<String> lines = said.toString().lines().dropWhile(line -> !line.startsWith(COMMAND)).skip(1)
				.takeWhile(line -> !line.contains(TRACEBACK)).map(String::strip).filter(line -> !line.isEmpty()).toList();
		String text = lines.stream().collect(Collectors.joining(" "));
		// the last words are those that say why
		return text.substring(Math.max(0, text.length() - MOST_REASON));
	}
}
