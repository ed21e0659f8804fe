// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/** The types of options whose values have a text of their own form. Each has one instance, in {@link OptionType}. */
final class OptionTypes {
	private OptionTypes() {
	}

	/** The type of one of a few words, in any case, or the empty text for none. Immutable. */
	static final class Word extends OptionType<String> {
		private final List<String> words;

		Word(String... words) {
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

	/** The size of a terminal, written as rows, {@code x} and columns. Stateless. */
	static final class Terminal extends OptionType<TerminalSize> {
		private static final Pattern FORM = Pattern.compile("([0-9]{1,5})x([0-9]{1,5})");

		Terminal() {
			super(TerminalSize.class, "rows and columns such as 24x80", Form.TEXT);
		}

		@Override
		@Nullable
		TerminalSize read(String text) {
			Matcher form = FORM.matcher(text.strip());
			if (!form.matches()) {
				return null;
			}
			try {
				return new TerminalSize(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)));
			} catch (IllegalArgumentException outOfRange) {
				return null;
			}
		}
	}

	/** A umask, written in octal digits as in a shell. Stateless. */
	static final class ModeMask extends OptionType<Integer> {
		private static final int MAX = 0777;

		ModeMask() {
			super(Integer.class, "octal digits from 0 to 777", Form.TEXT);
		}

		@Override
		@Nullable
		Integer read(String text) {
			try {
				return Integer.valueOf(text, 8);
			} catch (NumberFormatException e) {
				return null;
			}
		}

		@Override
		boolean allows(Integer value) {
			return value >= 0 && value <= MAX;
		}

		@Override
		public List<String> format(Integer value) {
			return List.of("0" + Integer.toOctalString(value));
		}
	}

	/** The type of descriptions of simulated nodes; each use adds to those before. */
	static final class Nodes extends OptionType<NodeDescriptions> {
		Nodes() {
			super(NodeDescriptions.class, "[COUNT*]NAME[:slots=N][:max-slots=N][:HARDWARE]", Form.TEXT);
		}

		@Override
		@Nullable
		NodeDescriptions read(String text) {
			return text.isBlank() ? null : new NodeDescriptions(List.of(text));
		}

		@Override
		NodeDescriptions join(NodeDescriptions earlier, NodeDescriptions later) {
			return earlier.plus(later);
		}

		@Override
		public List<String> format(NodeDescriptions value) {
			return value.texts();
		}

		@Override
		public boolean isRepeatable() {
			return true;
		}
	}

	/** The type of changes to the environment, each of which is written as NAME=VALUE. Stateless. */
	static final class Edits extends OptionType<EnvironmentEdits> {
		Edits() {
			super(EnvironmentEdits.class, "NAME=VALUE or NAME", Form.TEXT);
		}

		/** A name without a value stands for a variable of the launcher, which the ranks inherit anyway. */
		@Override
		@Nullable
		EnvironmentEdits read(String text) {
			int equals = text.indexOf('=');
			if (equals == 0 || text.isEmpty()) {
				return null;
			}
			return equals < 0 ? EnvironmentEdits.NONE : EnvironmentEdits.NONE.plusSet(text.substring(0, equals), text.substring(equals + 1));
		}

		@Override
		EnvironmentEdits join(EnvironmentEdits earlier, EnvironmentEdits later) {
			return earlier.plus(later);
		}

		@Override
		public List<String> format(EnvironmentEdits value) {
			return value.assignments();
		}

		@Override
		public boolean isRepeatable() {
			return true;
		}
	}
}
