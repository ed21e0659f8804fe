// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.List;
import java.util.Map;

import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.OptionValues;

/**
 * The words of one program, or of a command, with its options read. Immutable.
 *
 * @param values  the values of options
 * @param origins the words that gave these values, for messages
 * @param launch  the values of options that only the command line has
 * @param notes   what the user should know about the options
 * @param off     the options that parameters turn off, as {@link org.pmix4j.job.options.McaParameters#option} names them
 * @param rest    the words behind the options
 */
public record OptionLine(OptionValues values, Map<JobOption<?>, String> origins, Map<LineWord, List<String>> launch, List<String> notes,
		List<String> off, List<String> rest) {
	/**
	 * @param word an option that only the command line has
	 * @return whether it was given
	 */
	public boolean has(LineWord word) {
		return launch.containsKey(word);
	}

	/**
	 * @param word an option that only the command line has
	 * @return its values in their order; empty if it was not given
	 */
	public List<String> get(LineWord word) {
		return launch.getOrDefault(word, List.of());
	}
}
