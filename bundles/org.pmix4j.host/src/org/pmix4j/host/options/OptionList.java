// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.SpawnAttributes;

/**
 * An option whose value is a list of words, {@code word[=VALUE],...}, each of which gives the value of another option. The beginning of
 * a word is enough if no other word begins so. A backslash takes the meaning from a separator. Immutable.
 *
 * @see "PRRTE 3, prterun --help output and --help runtime-options, whose words these are"
 */
public final class OptionList {
	/** How output looks and where it goes. */
	public static final OptionList OUTPUT = new OptionList("--output", ",:", Set.of(),
			"As prterun: tag[-detailed|-fullname], timestamp, xml, merge, raw, dir=DIR, file=NAME, pattern, nocopy.");
	/** How a job runs. Nothing here aggregates help messages yet. */
	public static final OptionList RUNTIME = new OptionList("", ",", Set.of("aggregate-help-messages"), "");

	private static final char ESCAPE = '\\';

	private final String word;
	private final String separators;
	private final Set<String> withoutEffect;
	private final String text;

	private OptionList(String word, String separators, Set<String> withoutEffect, String text) {
		this.word = word;
		this.separators = separators;
		this.withoutEffect = withoutEffect;
		this.text = text;
	}

	/** @return the lists that the command line has */
	public static List<OptionList> ofCommandLine() {
		return List.of(OUTPUT);
	}

	/** @return the word of the command line that the list follows; empty if there is none */
	public String word() {
		return word;
	}

	/** @return the help; empty if the command line has no such list */
	public String text() {
		return text;
	}

	/** @return the attribute of a spawn request that holds the list of {@link #RUNTIME} */
	public static Attribute<String> attribute() {
		return SpawnAttributes.RUNTIME_OPTIONS;
	}

	/**
	 * Reads what {@link #attribute} says.
	 *
	 * @param infos directives of a spawn request
	 * @return the values of its words
	 * @throws PmixException BAD_PARAM if a word is unknown or its value is not allowed
	 */
	public static OptionValues read(Infos infos) throws PmixException {
		Optional<String> words = infos.get(attribute());
		try {
			return words.isEmpty() ? OptionValues.DEFAULTS : RUNTIME.parse("attribute " + attribute().name(), words.get());
		} catch (IllegalArgumentException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, e.getMessage(), e);
		}
	}

	/**
	 * @param source what messages call the list
	 * @param list   the words
	 * @return the values of the options that they name
	 * @throws IllegalArgumentException if a word is unknown or its value is not allowed; the message says what is
	 */
	public OptionValues parse(String source, String list) {
		OptionValues values = OptionValues.DEFAULTS;
		for (String entry : split(list)) {
			if (!entry.isBlank()) {
				int equals = entry.indexOf('=');
				String name = (equals < 0 ? entry : entry.substring(0, equals)).strip().toLowerCase(Locale.ROOT);
				Optional<String> value = equals < 0 ? Optional.empty() : Optional.of(entry.substring(equals + 1));
				values = parse(source, name, value, values);
			}
		}
		return values;
	}

	private OptionValues parse(String source, String name, Optional<String> value, OptionValues values) {
		List<String> known = words();
		Optional<String> whole = abbreviated(name, known);
		if (whole.isEmpty()) {
			throw new IllegalArgumentException(source + " has no word '" + name + "', but " + String.join(", ", known));
		}
		for (JobOption<?> option : OptionTable.all()) {
			Optional<OptionValues> more = parse(option, source, whole.get(), value);
			if (more.isPresent()) {
				return values.plus(more.get());
			}
		}
		return values;
	}

	private <T> Optional<OptionValues> parse(JobOption<T> option, String source, String name, Optional<String> value) {
		for (ListWord<T> each : option.listWords()) {
			if (each.list() == this && each.word().equals(name)) {
				String place = source + " " + name + "=";
				boolean needsValue = each.value().isEmpty() || value.isPresent() && option.type() == OptionType.FLAG;
				if (!needsValue && value.isPresent()) {
					throw new IllegalArgumentException(place + " has no values");
				}
				if (each.value().isEmpty() && value.isEmpty()) {
					throw new IllegalArgumentException(place + " needs a value");
				}
				return Optional.of(OptionValues.DEFAULTS.with(option,
						needsValue ? option.parse(place, value.orElseThrow()) : each.value().orElseThrow()));
			}
		}
		return Optional.empty();
	}

	/** @return all words in the order of the table */
	public List<String> words() {
		List<String> all = new ArrayList<>();
		for (JobOption<?> option : OptionTable.all()) {
			for (ListWord<?> each : option.listWords()) {
				if (each.list() == this) {
					all.add(each.word());
				}
			}
		}
		all.addAll(withoutEffect.stream().sorted().toList());
		return all;
	}

	private static Optional<String> abbreviated(String begin, List<String> known) {
		if (known.contains(begin)) {
			return Optional.of(begin);
		}
		List<String> found = begin.isEmpty() ? List.of() : known.stream().filter(each -> each.startsWith(begin)).toList();
		return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
	}

	private List<String> split(String list) {
		List<String> entries = new ArrayList<>();
		StringBuilder entry = new StringBuilder();
		for (int i = 0; i < list.length(); i++) {
			char c = list.charAt(i);
			if (c == ESCAPE && i + 1 < list.length() && isSeparator(list.charAt(i + 1))) {
				entry.append(list.charAt(++i));
			} else if (isSeparator(c)) {
				entries.add(entry.toString());
				entry.setLength(0);
			} else {
				entry.append(c);
			}
		}
		entries.add(entry.toString());
		return entries;
	}

	/** Writes a value so that {@link #parse} takes none of it for a separator. The value must be the last of its list. */
	String escaped(String value) {
		return value.chars().mapToObj(c -> isSeparator((char) c) ? ESCAPE + Character.toString(c) : Character.toString(c))
				.collect(Collectors.joining());
	}

	private boolean isSeparator(char c) {
		return separators.indexOf(c) >= 0;
	}
}
