// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.List;

/** A word that begins an option of the command line. */
interface CommandWord {
	/** Returns what help and messages call the values that follow the word; empty for a switch. */
	List<String> labels();

	/** Returns whether the value may be left out; a value must then be written behind "=", unless {@link #takes} allows the next word. */
	default boolean mayLackValue() {
		return false;
	}

	/** Returns whether the next word is the value of a word that may lack one. */
	default boolean takes(String next) {
		return false;
	}

	/**
	 * Reads the values.
	 *
	 * @param reading takes what they mean
	 * @param word    the word as the user wrote it
	 * @param values  as many as labels; none if the value was left out
	 * @throws IllegalArgumentException if they are not allowed; the message says what is
	 */
	void read(Reading reading, String word, List<String> values);
}
