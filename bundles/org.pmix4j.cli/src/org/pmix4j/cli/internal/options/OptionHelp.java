// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.List;

/**
 * A word of an option, as shells complete it. Immutable.
 *
 * @param word       with its hyphens
 * @param needsValue whether the next word is its value
 * @param text       what the option does
 * @param values     the words of its values; those behind a colon are qualifiers
 */
public record OptionHelp(String word, boolean needsValue, String text, List<String> values) {
	/** Copies the list. */
	public OptionHelp {
		values = List.copyOf(values);
	}

	/**
	 * @param word       with its hyphens
	 * @param needsValue whether the next word is its value
	 * @param text       what the option does
	 */
	public OptionHelp(String word, boolean needsValue, String text) {
		this(word, needsValue, text, List.of());
	}
}
