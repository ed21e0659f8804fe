// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.List;

import org.pmix4j.job.options.OptionGroup;

/** An option that exists on the command line alone, and not in the table of options. */
public sealed interface LineWord extends CommandWord permits LaunchWord, ToolWord {
	/** @return its description */
	WordDescription description();

	/** @return what messages call it */
	default String word() {
		return words().get(0);
	}

	/** @return all of its words, the usual one first */
	default List<String> words() {
		return description().words();
	}

	@Override
	default List<String> labels() {
		return description().labels();
	}

	/** @return its group of the help */
	default OptionGroup group() {
		return description().group();
	}

	/** @return its help */
	default String text() {
		return description().text();
	}

	/** @return whether each use adds to its values */
	boolean isRepeatable();

	/**
	 * @param use a command
	 * @return whether the command has this option
	 */
	default boolean isOf(CommandUse use) {
		return description().uses().contains(use);
	}

	@Override
	default void read(Reading reading, String word, List<String> values) {
		reading.put(this, values, "option " + word + " " + String.join(" ", values));
	}
}
