// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.options;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Another word of the command line that gives an option a value, such as {@code --bynode} for {@code --map-by node}.
 *
 * @param <T>    the type of the option's values
 * @param word   the word
 * @param labels what help calls the values that follow the word; empty for none
 * @param wanted what messages say the values must be
 * @param reader makes the option's value of those values; empty if they are not allowed
 */
public record OptionSpelling<T>(String word, List<String> labels, String wanted, Function<List<String>, Optional<T>> reader) {
}
