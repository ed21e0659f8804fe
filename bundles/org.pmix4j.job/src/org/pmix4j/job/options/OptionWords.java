// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes the values of options as the words of a command line that mean the same. Stateless. */
public final class OptionWords {
	private OptionWords() {
	}

	/**
	 * {@return the words in the order of the table}
	 *
	 * @param values values of options; those that are the default are left out, but for the number of ranks
	 * @throws IllegalArgumentException if the command line has no words for a value
	 */
	public static List<String> of(OptionValues values) {
		List<String> words = new ArrayList<>();
		for (JobOption<?> option : OptionTable.all()) {
			// the default number of ranks differs from machine to machine
			if (values.isSet(option) && (option == AppOptions.RANKS || !values.get(option).equals(option.defaultValue()))) {
				words.addAll(words(option, values));
			}
		}
		return words;
	}

	private static <T> List<String> words(JobOption<T> option, OptionValues values) {
		T value = values.get(option);
		if (value instanceof EnvironmentEdits edits) {
			return EnvironmentWords.of(edits);
		}
		Optional<List<String>> inList = inList(option, value);
		if (inList.isPresent() && (option.words().isEmpty() || option.modifier().isPresent())) {
			return inList.get();
		}
		Optional<String> detailed = OptionTable.all().stream().filter(each -> each.detail().filter(option::equals).isPresent())
				.map(each -> each.words().get(0)).findFirst();
		if (detailed.isPresent()) {
			return List.of(detailed.get() + "=" + value);
		}
		if (option.words().isEmpty()) {
			throw noWordsFor(option, value);
		}
		String name = option.words().get(0);
		List<String> words = new ArrayList<>();
		for (String text : option.type().format(value)) {
			if (option.label().isEmpty()) {
				words.add(value.equals(Boolean.TRUE) ? name : name + "=" + text);
			} else if (option.fallback().isPresent()) {
				words.add(name + "=" + text);
			} else {
				add(words, name, text);
			}
		}
		return words;
	}

	/** Adds an option with a value. A value that looks like an option is joined, so that it is not taken for a forgotten one. */
	static void add(List<String> words, String name, String text) {
		if (text.isEmpty() || text.startsWith("-")) {
			words.add(name + "=" + text);
		} else {
			words.addAll(List.of(name, text));
		}
	}

	private static IllegalArgumentException noWordsFor(JobOption<?> option, Object value) {
		return new IllegalArgumentException("no option of the command line gives the " + option.name() + " the value " + value);
	}

	private static <T> Optional<List<String>> inList(JobOption<T> option, T value) {
		for (ListWord<T> each : option.listWords()) {
			if (each.list().word().isEmpty()) {
				continue;
			}
			if (each.value().isPresent() && each.value().get().equals(value)) {
				return Optional.of(List.of(each.list().word(), each.word()));
			}
			if (each.value().isEmpty()) {
				String text = each.list().escaped(String.join("", option.type().format(value)));
				return Optional.of(List.of(each.list().word(), each.word() + "=" + text));
			}
			if (value instanceof Boolean) {
				return Optional.of(List.of(each.list().word(), each.word() + "=false"));
			}
		}
		return Optional.empty();
	}
}
