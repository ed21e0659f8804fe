// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.Optional;

/**
 * A word of a list that gives the value of an option.
 *
 * @param <T>   the type of the option's values
 * @param list  the list
 * @param word  the word
 * @param value what the word alone means; empty if {@code word=VALUE} must be written
 */
record ListWord<T>(OptionList list, String word, Optional<T> value) {
}
