// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes the values of options as the words of a command line that mean the same. Stateless. */
public final class OptionWords {
	private static final String END_OF_OPTIONS = "--";

	private OptionWords() {
	}

	/**
	 * @param values values of options; those that are the default are left out, unless the default differs from machine to machine
	 * @return the words in the order of the table
	 * @throws IllegalArgumentException if the command line has no words for a value
	 */
	public static List<String> of(OptionValues values) {
		List<String> words = new ArrayList<>();
		for (JobOption<?> option : OptionTable.all()) {
			if (values.isSet(option) && (option.isAlwaysShown() || !values.get(option).equals(option.defaultValue()))) {
				words.addAll(words(option, values));
			}
		}
		return words;
	}

	private static <T> List<String> words(JobOption<T> option, OptionValues values) {
		T value = values.get(option);
		Optional<List<String>> inList = inList(option, value);
		if (inList.isPresent() && (option.words().isEmpty() || option.modifier().isPresent())) {
			return inList.get();
		}
		if (option.words().isEmpty() || option.label().isEmpty() && value.equals(Boolean.FALSE)) {
			throw noWordsFor(option, value);
		}
		String name = option.words().get(0);
		if (option.label().isEmpty()) {
			return List.of(name);
		}
		List<String> words = new ArrayList<>();
		for (String text : option.type().format(value)) {
			if (text.equals(END_OF_OPTIONS)) {
				throw noWordsFor(option, text);
			}
			// a word that looks like an option would not be taken for the value of another
			if (option.fallback().isPresent() || text.isEmpty() || text.startsWith("-")) {
				words.add(name + "=" + text);
			} else {
				words.addAll(List.of(name, text));
			}
		}
		return words;
	}

	private static IllegalArgumentException noWordsFor(JobOption<?> option, Object value) {
		return new IllegalArgumentException("no option of the command line gives the " + option.name() + " the value " + value);
	}

	private static <T> Optional<List<String>> inList(JobOption<T> option, T value) {
		for (ListWord<T> each : option.listWords()) {
			boolean isShown = !each.list().word().isEmpty() && (each.value().isEmpty() || each.value().get().equals(value));
			if (isShown) {
				String text = each.value().isPresent() ? "" : "=" + each.list().escaped(String.join("", option.type().format(value)));
				return Optional.of(List.of(each.list().word(), each.word() + text));
			}
		}
		return Optional.empty();
	}
}
