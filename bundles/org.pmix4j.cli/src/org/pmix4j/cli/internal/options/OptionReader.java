// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.job.options.McaParameters;

/**
 * Reads the options in front of a program or other operands. A value follows its word, or stands behind "=" in the same word; digits may
 * follow a single letter directly. {@code --} ends the options. Commands that run no program take options behind their operands, too.
 * Stateless.
 */
public final class OptionReader {
	private static final String END = "--";

	private OptionReader() {
	}

	/**
	 * @param words the words of a command or program
	 * @param known the options that it has
	 * @return the values of the options, and the words behind them; a request for help or the version ends them
	 * @throws IllegalArgumentException if an option is unknown, lacks its value, contradicts another one, or its value is not allowed
	 */
	public static OptionLine read(List<String> words, CommandWords known) {
		Reading reading = new Reading();
		List<String> operands = new ArrayList<>();
		int position = 0;
		while (position < words.size() && (known.isOfTool() || isOption(words.get(position)))) {
			String word = words.get(position++);
			if (word.equals(END)) {
				break;
			}
			if (!isOption(word) || known.isOfTool() && isNumber(word)) {
				operands.add(word);
				continue;
			}
			position = read(reading, word, words, position, known);
			if (reading.isRequest()) {
				break;
			}
		}
		operands.addAll(words.subList(position, words.size()));
		return reading.line(List.copyOf(operands));
	}

	private static boolean isOption(String word) {
		return word.length() > 1 && word.charAt(0) == '-';
	}

	/** Returns whether the word is a negative number, such as the code of an event. */
	private static boolean isNumber(String word) {
		return word.chars().skip(1).allMatch(c -> c >= '0' && c <= '9');
	}

	/** Reads one option, and returns the position behind it. */
	private static int read(Reading reading, String word, List<String> words, int position, CommandWords known) {
		Optional<List<String>> meant = McaWords.meant(word, words, position);
		if (meant.isPresent()) {
			if (meant.get().isEmpty()) {
				McaParameters.option(words.get(position)).ifPresent(reading::off);
			} else {
				read(reading, meant.get().get(0), meant.get(), 1, known);
			}
			return position + 2;
		}
		int equals = word.indexOf('=');
		Optional<CommandWord> whole = known.find(word);
		Optional<CommandWord> named = whole.isPresent() || equals < 0 ? whole : known.find(word.substring(0, equals));
		if (whole.isEmpty() && named.isPresent()) {
			return readJoined(reading, named.get(), word.substring(0, equals), word.substring(equals + 1), words, position);
		}
		Optional<CommandWord> letter = named.isEmpty() && isLetterWithValue(word) ? known.find(word.substring(0, 2)) : Optional.empty();
		if (letter.isPresent() && !letter.get().labels().isEmpty()) {
			return readJoined(reading, letter.get(), word.substring(0, 2), word.substring(2), words, position);
		}
		CommandWord found = named.orElseThrow(() -> unknown(equals < 0 ? word : word.substring(0, equals), known));
		List<String> values = new ArrayList<>();
		int end = position;
		if (!found.mayLackValue()) {
			for (String label : found.labels(end < words.size() ? words.get(end) : "")) {
				values.add(value(word, label, values.size(), words, end++, known));
			}
		} else if (end < words.size() && found.takes(words.get(end))) {
			values.add(words.get(end++));
		}
		requireText(found, word, values);
		found.read(reading, word, values);
		return end;
	}

	/** Returns whether the word is a letter with a number, as in -n4, or with an assignment, as in -xNAME=VALUE. */
	private static boolean isLetterWithValue(String word) {
		return word.length() > 2 && word.charAt(1) != '-' && (Character.isDigit(word.charAt(2)) || word.indexOf('=') > 2);
	}

	private static int readJoined(Reading reading, CommandWord found, String word, String value, List<String> words, int position) {
		if (found.labels().isEmpty() && !(found instanceof CommandWord.OfOption)) {
			throw new IllegalArgumentException("option " + word + " has no value, but is followed by =" + value);
		}
		List<String> values = new ArrayList<>(List.of(value));
		int end = position;
		List<String> labels = found.labels(value);
		for (String label : labels.subList(Math.min(1, labels.size()), labels.size())) {
			if (end == words.size()) {
				throw new IllegalArgumentException("option " + word + " needs another value: " + label);
			}
			values.add(words.get(end++));
		}
		requireText(found, word, values);
		found.read(reading, word, values);
		return end;
	}

	/** Refuses a first value without text, such as that of an unset shell variable, or a list of nothing. Switches check theirs themselves. */
	private static void requireText(CommandWord found, String word, List<String> values) {
		boolean hasText = values.isEmpty() || !values.get(0).chars().allMatch(c -> Character.isWhitespace(c) || c == ',' || c == ':');
		if (!hasText && !found.labels().isEmpty()) {
			throw new IllegalArgumentException("option " + word + " needs a value: " + found.labels().get(0) + ", not '" + values.get(0) + "'");
		}
	}

	/** Returns a value, unless it looks forgotten. Only the first one can be. */
	private static String value(String word, String label, int index, List<String> words, int position, CommandWords known) {
		if (position == words.size()) {
			throw new IllegalArgumentException("option " + word + " needs " + (index == 0 ? "a value: " : "another value: ") + label);
		}
		String value = words.get(position);
		if (index == 0 && (value.equals(END) || isOption(value) && known.find(value.split("=", 2)[0]).isPresent())) {
			throw new IllegalArgumentException("option " + word + " needs a value, but is followed by " + value);
		}
		return value;
	}

	private static IllegalArgumentException unknown(String word, CommandWords known) {
		Optional<String> nearest = NearestWord.of(word, known.names());
		return new UnknownOptionException(word, "unknown option " + word + nearest.map(each -> "; did you mean " + each + "?").orElse(""));
	}
}
