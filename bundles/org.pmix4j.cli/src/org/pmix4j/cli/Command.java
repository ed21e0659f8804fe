// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.util.List;

import org.pmix4j.cli.internal.options.OptionHelp;

/** A command of {@code pmix4j}. Stateless. */
interface Command {
	/** Returns the word that begins it. */
	String name();

	/** Returns its purpose, in one line of help. */
	String purpose();

	/** Returns its options, for the completion in shells. */
	default List<OptionHelp> options() {
		return List.of(new OptionHelp("--help", "Show help and exit."));
	}

	/** Returns the words that may follow its options, such as the names of actions; empty if they are other ones. */
	default List<String> operands() {
		return List.of();
	}

	/**
	 * Runs the command, and returns its exit code.
	 *
	 * @param words   the words behind its name
	 * @param console of this process
	 */
	int execute(List<String> words, Console console);
}
