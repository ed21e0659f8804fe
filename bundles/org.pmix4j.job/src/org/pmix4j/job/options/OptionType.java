// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.NonNull;
import org.jspecify.annotations.Nullable;
import org.pmix4j.model.Rank;
import org.pmix4j.model.bytes.BytePaths;

/**
 * The type of an option's value: reads it from text, writes it as text, and says which values are allowed. Every source of values uses
 * the same type, so that the same text means the same everywhere. Stateless.
 *
 * @param <T> the Java type
 */
public abstract class OptionType<T> {
	/** A switch, with the truth values of PRRTE: a number, {@code true, t, yes, y, enable, false, f, no, n} or {@code disable}. */
	public static final OptionType<Boolean> FLAG = new OptionType<>(Boolean.class, "true or false", Form.FLAG) {
		@Override
		@Nullable
		Boolean read(String text) {
			String word = text.strip().toLowerCase(Locale.ROOT);
			boolean isNumber = !word.isEmpty() && word.chars().allMatch(Character::isDigit);
			if (isNumber) {
				return word.chars().anyMatch(c -> c != '0');
			}
			return ON.contains(word) ? Boolean.TRUE : OFF.contains(word) ? Boolean.FALSE : null;
		}
	};
	/** Text of any kind. */
	public static final OptionType<String> TEXT = new OptionType<>(String.class, "text", Form.TEXT) {
		@Override
		@Nullable
		String read(String text) {
			return text;
		}
	};
	/** A name that is not a truth value, so that either may stand in the same place. */
	static final OptionType<String> NAME = new OptionType<>(String.class, "a name that is not a truth value", Form.TEXT) {
		@Override
		@Nullable
		String read(String text) {
			return text.isBlank() || FLAG.reads(text) ? null : text;
		}

		@Override
		boolean allows(String value) {
			return value.equals(read(value));
		}
	};
	/** A path, relative or absolute. */
	public static final OptionType<Path> PATH = new PathType(false);
	/** A path, relative or absolute; the empty one is the directory that relative ones start at. */
	public static final OptionType<Path> DIRECTORY = new PathType(true);
	/** A duration, in seconds with up to three decimals or as {@code d:h:m:s}; zero for no limit. */
	public static final OptionType<Duration> SECONDS = new SecondsType();
	/** The readers of standard input: a rank, {@link Rank#WILDCARD} for all, {@link Rank#INVALID} for none. */
	public static final OptionType<Rank> TARGET = new TargetType();
	/** A umask, written in octal digits. */
	public static final OptionType<Integer> MODE_MASK = new OptionTypes.ModeMask();
	/** The size of a terminal. */
	public static final OptionType<TerminalSize> TERMINAL_SIZE = new OptionTypes.Terminal();
	/** Changes to the environment; each use adds to those before. */
	public static final OptionType<EnvironmentEdits> EDITS = new OptionTypes.Edits();

	private static final Pattern NUMBER = Pattern.compile("-?[0-9.]+|NaN");
	private static final List<String> ON = List.of("true", "t", "yes", "y", "enable");
	private static final List<String> OFF = List.of("false", "f", "no", "n", "disable");

	/** The stored form of a value where numbers and switches have their own types. */
	public enum Form {
		/** A truth value. */
		FLAG,
		/** An integer. */
		NUMBER,
		/** Text. */
		TEXT
	}

	private final Class<T> javaType;
	private final String wanted;
	private final Form form;

	OptionType(Class<T> javaType, String wanted, Form form) {
		this.javaType = javaType;
		this.wanted = wanted;
		this.form = form;
	}

	/**
	 * {@return the type of numbers from one to the other}
	 *
	 * @param min the least
	 * @param max the greatest
	 */
	public static OptionType<Integer> number(int min, int max) {
		return new NumberType(min, max);
	}

	/**
	 * {@return the type of these values}
	 *
	 * @param <E>    an enumeration; its constants are written in lower case
	 * @param values those that can be chosen, in the order in which messages name them
	 */
	@SafeVarargs
	public static <E extends Enum<E>> OptionType<E> choice(E... values) {
		return new ChoiceType<>(values);
	}

	/** Reads a value, or returns null if the text is not allowed. */
	abstract @Nullable T read(String text);

	/** Returns whether a value that did not come as text is allowed. */
	boolean allows(@NonNull T value) {
		return true;
	}

	/** Returns what is wrong with a text that is not allowed, if more can be said than what is {@link #wanted()}. */
	Optional<String> refusal(String text) {
		return Optional.empty();
	}

	/** Returns the message for a text that is not allowed. */
	final String complaint(String source, String given) {
		return refusal(given).map(reason -> source + ": " + reason).orElseGet(
				() -> source + " must be " + wanted + ", not " + (NUMBER.matcher(given).matches() ? given : "'" + given + "'"));
	}

	/** Returns a value of this type that was kept without its type. */
	T cast(Object value) {
		return javaType.cast(value);
	}

	/**
	 * Combines the values of two uses on one command line.
	 *
	 * @param earlier one value
	 * @param later   the other one
	 * @return the value that both mean; empty if they contradict each other
	 */
	public Optional<T> combine(@NonNull T earlier, @NonNull T later) {
		return isRepeatable() ? Optional.of(join(earlier, later)) : earlier.equals(later) ? Optional.of(later) : Optional.empty();
	}

	/** Adds a value to that of an earlier use. Types that are not repeatable replace it. */
	T join(@NonNull T earlier, @NonNull T later) {
		return later;
	}

	/**
	 * {@return the value; empty if it is not allowed}
	 *
	 * @param text what a user wrote
	 */
	public final Optional<T> parse(String text) {
		T value = read(text);
		return value != null && allows(value) ? Optional.of(value) : Optional.empty();
	}

	/**
	 * {@return whether it is the text of an allowed value}
	 *
	 * @param text what a user wrote
	 */
	public final boolean reads(String text) {
		return parse(text).isPresent();
	}

	/**
	 * {@return the texts that {@link #parse} reads back: one, unless the type is repeatable}
	 *
	 * @param value an allowed value
	 * @throws IllegalArgumentException if no text means this value
	 */
	public List<String> format(@NonNull T value) {
		return List.of(value.toString());
	}

	/** {@return what messages say a value must be, such as {@code a number from 1 to 4}} */
	public final String wanted() {
		return wanted;
	}

	/** {@return how values are stored} */
	public final Form form() {
		return form;
	}

	/** {@return whether each use of the option adds to its value} */
	public boolean isRepeatable() {
		return false;
	}

	private static final class NumberType extends OptionType<Integer> {
		private final int min;
		private final int max;

		NumberType(int min, int max) {
			super(Integer.class, "a number from " + min + " to " + max, Form.NUMBER);
			this.min = min;
			this.max = max;
		}

		@Override
		@Nullable
		Integer read(String text) {
			try {
				return Integer.valueOf(text);
			} catch (NumberFormatException e) {
				return null;
			}
		}

		@Override
		boolean allows(Integer value) {
			return value >= min && value <= max;
		}
	}

	private static final class ChoiceType<E extends Enum<E>> extends OptionType<E> {
		private final List<E> values;

		ChoiceType(E[] values) {
			super(values[0].getDeclaringClass(), list(values), Form.TEXT);
			this.values = List.of(values);
		}

		private static <E extends Enum<E>> String list(E[] values) {
			return Arrays.stream(values).limit(values.length - 1L).map(ChoiceType::word).collect(Collectors.joining(", ")) + " or "
					+ word(values[values.length - 1]);
		}

		private static String word(Enum<?> value) {
			return value.name().toLowerCase(Locale.ROOT);
		}

		@Override
		@Nullable
		E read(String text) {
			for (E value : values) {
				if (word(value).equals(text.toLowerCase(Locale.ROOT))) {
					return value;
				}
			}
			return null;
		}

		@Override
		public List<String> format(E value) {
			return List.of(word(value));
		}
	}

	private static final class PathType extends OptionType<Path> {
		private final boolean mayBeEmpty;

		PathType(boolean mayBeEmpty) {
			super(Path.class, "a path", Form.TEXT);
			this.mayBeEmpty = mayBeEmpty;
		}

		@Override
		@Nullable
		Path read(String text) {
			try {
				return BytePaths.of(text);
			} catch (InvalidPathException e) {
				return null;
			}
		}

		@Override
		boolean allows(Path value) {
			return mayBeEmpty || !value.toString().isEmpty();
		}

		@Override
		public List<String> format(Path value) {
			return List.of(BytePaths.text(value));
		}
	}

	private static final class TargetType extends OptionType<Rank> {
		TargetType() {
			super(Rank.class, "a rank, all or none", Form.TEXT);
		}

		@Override
		@Nullable
		Rank read(String text) {
			try {
				return switch (text.strip()) {
					case "all" -> Rank.WILDCARD;
					case "none" -> Rank.INVALID;
					default -> process(Rank.of(Integer.parseUnsignedInt(text.strip())));
				};
			} catch (NumberFormatException e) {
				return null;
			}
		}

		private static @Nullable Rank process(Rank rank) {
			return rank.isProcess() ? rank : null;
		}

		@Override
		boolean allows(Rank value) {
			return value.isProcess() || value.equals(Rank.WILDCARD) || value.equals(Rank.INVALID);
		}

		@Override
		public List<String> format(Rank value) {
			return List.of(value.equals(Rank.WILDCARD) ? "all" : value.equals(Rank.INVALID) ? "none" : value.toString());
		}
	}
}
