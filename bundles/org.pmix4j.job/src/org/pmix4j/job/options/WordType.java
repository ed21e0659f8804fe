// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/** The type of one of a few words, in any case, or the empty text for none. Immutable. */
final class WordType extends OptionType<String> {
	private final List<String> words;

	WordType(String... words) {
		super(String.class, String.join(", ", List.of(words).subList(0, words.length - 1)) + " or " + words[words.length - 1], Form.TEXT);
		this.words = List.of(words);
	}

	@Override
	@Nullable
	String read(String text) {
		String word = text.toLowerCase(Locale.ROOT);
		return word.isEmpty() || words.contains(word) ? word : null;
	}

	@Override
	boolean allows(String value) {
		return value.equals(read(value));
	}
}
