// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Another word of the command line that gives an option a value, such as {@code --bynode} for {@code --map-by node}.
 *
 * @param <T>     the type of the option's values
 * @param word    the word
 * @param labels  what help calls the values that follow the word; empty for none
 * @param wanted  what messages say the values must be
 * @param reader  makes the option's value of those values; empty if they are not allowed
 * @param refusal says what is wrong with values that are not allowed; empty if {@code wanted} says all
 */
public record OptionSpelling<T>(String word, List<String> labels, String wanted, Function<List<String>, Optional<T>> reader,
		Function<List<String>, Optional<String>> refusal) {
	/** A spelling whose values are wrong for one reason only. */
	OptionSpelling(String word, List<String> labels, String wanted, Function<List<String>, Optional<T>> reader) {
		this(word, labels, wanted, reader, values -> Optional.empty());
	}
}
