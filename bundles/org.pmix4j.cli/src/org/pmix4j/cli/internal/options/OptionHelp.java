// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.List;

/**
 * A word of an option, as shells complete it. Immutable.
 *
 * @param word       with its hyphens
 * @param valueWords how many of the next words are its values
 * @param text       what the option does
 * @param values     the words of its first value; those behind a colon are qualifiers
 */
public record OptionHelp(String word, int valueWords, String text, List<String> values) {
	/** Copies the list. */
	public OptionHelp {
		values = List.copyOf(values);
	}

	/**
	 * Makes the entry of a switch.
	 *
	 * @param word with its hyphens
	 * @param text what the option does
	 */
	public OptionHelp(String word, String text) {
		this(word, 0, text, List.of());
	}
}
