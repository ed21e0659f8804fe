// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.List;
import java.util.Optional;

import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.OptionList;
import org.pmix4j.job.options.OptionSpelling;
import org.pmix4j.job.options.OptionType;
import org.pmix4j.model.bytes.OwnProcess;

/** A word that begins an option of the command line. */
interface CommandWord {
	/** Returns what help and messages call the values that follow the word; empty for a switch. */
	List<String> labels();

	/**
	 * Returns the same for the values that follow in a command line.
	 *
	 * @param next the first of them; empty if none follows
	 */
	default List<String> labels(String next) {
		return labels();
	}

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

	/**
	 * A spelling of an option in the table.
	 *
	 * @param <T>    the type of the option's values
	 * @param option the option
	 */
	record OfOption<T>(JobOption<T> option) implements CommandWord {
		@Override
		public List<String> labels() {
			return option.label().isEmpty() ? List.of() : List.of(option.label());
		}

		@Override
		public boolean mayLackValue() {
			return option.fallback().isPresent();
		}

		/** Any text could be the name of the program, as "true" is, but hardly a number or a word such as "rank". */
		@Override
		public boolean takes(String next) {
			boolean isAnyText = option.type() == OptionType.FLAG || option.type().parse("?").isPresent();
			return !isAnyText && option.type().parse(next).isPresent();
		}

		@Override
		public void read(Reading reading, String word, List<String> values) {
			String source = "option " + word;
			if (values.isEmpty()) {
				T value = option.label().isEmpty() ? option.parse(source, "true") : option.fallback().orElseThrow();
				reading.put(option, value, source);
				return;
			}
			String text = values.get(0);
			String origin = source + " " + text;
			Optional<JobOption<String>> detail = option.detail().filter(each -> !option.type().reads(text));
			if (detail.isPresent()) {
				reading.put(option, option.parse(source, "true"), source);
				reading.put(detail.get(), detail.get().parse(source, text), origin);
				return;
			}
			Optional<JobOption.Modifier> modifier = option.modifier().filter(each -> endsWith(text, ":" + each.word()));
			if (modifier.isEmpty()) {
				reading.put(option, option.parse(source, text), origin);
				if (option.equals(AppOptions.ENVIRONMENT) && isMissing(text)) {
					reading.note(source + ": there is no variable " + text + " in the environment");
				}
			} else {
				String value = text.substring(0, text.length() - 1 - modifier.get().word().length());
				reading.put(option, option.parse(source, value), origin);
				reading.put(modifier.get().option(), true, origin);
			}
		}

		/** Returns whether a variable that ranks should inherit is not there. A star stands for the rest of any name. */
		private static boolean isMissing(String variable) {
			boolean isPattern = variable.endsWith("*");
			return variable.indexOf('=') < 0 && !isPattern && !OwnProcess.environment().containsKey(variable);
		}

		private static boolean endsWith(String text, String end) {
			return text.regionMatches(true, text.length() - end.length(), end, 0, end.length());
		}
	}

	/**
	 * A word that stands for an option and its value.
	 *
	 * @param <T>      the type of the option's values
	 * @param option   the option
	 * @param spelling the spelling
	 */
	record OfSpelling<T>(JobOption<T> option, OptionSpelling<T> spelling) implements CommandWord {
		@Override
		public List<String> labels() {
			return spelling.labels();
		}

		@Override
		public void read(Reading reading, String word, List<String> values) {
			String given = String.join(" ", values);
			T value = read(word, values).orElseThrow(() -> new IllegalArgumentException("option " + word
					+ spelling.refusal().apply(values).map(reason -> ": " + reason)
							.orElseGet(() -> " must be " + spelling.wanted() + ", not '" + given + "'")));
			reading.put(option, value, ("option " + word + " " + given).strip());
		}

		private Optional<T> read(String word, List<String> values) {
			try {
				return spelling.reader().apply(values);
			} catch (IllegalArgumentException e) {
				throw new IllegalArgumentException("option " + word + ": " + e.getMessage(), e);
			}
		}
	}

	/**
	 * The word of a list of options in one value.
	 *
	 * @param list the list
	 */
	record OfList(OptionList list) implements CommandWord {
		@Override
		public List<String> labels() {
			return List.of("WORDS");
		}

		@Override
		public void read(Reading reading, String word, List<String> values) {
			for (OptionList.Entry<?> entry : list.entries("option " + word, values.get(0))) {
				put(reading, entry);
			}
		}

		private static <T> void put(Reading reading, OptionList.Entry<T> entry) {
			reading.put(entry.option(), entry.value(), entry.origin());
		}
	}
}
