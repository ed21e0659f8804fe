// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.util.List;

/** A command of {@code pmix4j}. Stateless. */
interface Command {
	/** Returns the word that begins it. */
	String name();

	/** Returns its purpose, in one line of help. */
	String purpose();

	/**
	 * Runs the command, and returns its exit code.
	 *
	 * @param words   the words behind its name
	 * @param console of this process
	 */
	int execute(List<String> words, Console console);
}
