// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.SpawnAttributes;

/**
 * An option whose value is a list of words, {@code word[=VALUE],...}, each of which gives the value of another option. The beginning of
 * a word is enough if no word with another meaning begins so. A backslash takes the meaning from a separator. Immutable.
 *
 * @see "PRRTE 3, prterun --help output and --help runtime-options, whose words these are"
 */
public final class OptionList {
	/** The form and the destination of output. */
	public static final OptionList OUTPUT = new OptionList("--output", ",:",
			"Say how output looks and where it goes: words, or WORD=VALUE, separated by commas.");
	/** Displays of a job before it starts. */
	public static final OptionList DISPLAY = new OptionList("--display", ",:",
			"Show the allocation, the map or the hardware: words separated by commas; with :parseable as XML.");
	/** The run of a job. */
	public static final OptionList RUNTIME = new OptionList("--runtime-options", ",",
			"Say how the job runs: words, or WORD=VALUE, separated by commas.");

	private static final char ESCAPE = '\\';

	private final String word;
	private final String separators;
	private final String text;

	private OptionList(String word, String separators, String text) {
		this.word = word;
		this.separators = separators;
		this.text = text;
	}

	/** {@return the lists that the command line has} */
	public static List<OptionList> ofCommandLine() {
		return List.of(OUTPUT, DISPLAY, RUNTIME);
	}

	/** {@return all words of the command line that the list follows; the short one is prterun's} */
	public List<String> commandWords() {
		return this == RUNTIME ? List.of(word, "--rtos") : List.of(word);
	}

	/** {@return the word of the command line that the list follows; empty if there is none} */
	public String word() {
		return word;
	}

	/** {@return the help; empty if the command line has no such list} */
	public String text() {
		return text;
	}

	/** {@return the attribute of a spawn request that holds the list of {@link #RUNTIME}} */
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
	 * Returns the words of {@link #attribute} that give options of a whole job.
	 *
	 * @param infos directives for one program
	 * @return what messages call them
	 * @throws PmixException BAD_PARAM if a word is unknown or its value is not allowed
	 */
	public static List<String> ofJobs(Infos infos) throws PmixException {
		String name = attribute().name();
		return read(infos).options().isEmpty() ? List.of() : RUNTIME.entries(name, infos.get(attribute()).orElse("")).stream()
				.filter(entry -> entry.option().scope() != OptionScope.APP).map(Entry::origin).toList();
	}

	/**
	 * The value that one word of a list gives.
	 *
	 * @param <T>    the type of the value
	 * @param option the option
	 * @param value  its value
	 * @param origin what messages call the word
	 */
	public record Entry<T>(JobOption<T> option, T value, String origin) {
	}

	/**
	 * {@return the values of the options that they name}
	 *
	 * @param source what messages call the list
	 * @param list   the words
	 * @throws IllegalArgumentException if a word is unknown, or its value is not allowed; the message says what is
	 */
	public OptionValues parse(String source, String list) {
		OptionValues values = OptionValues.DEFAULTS;
		for (Entry<?> entry : entries(source, list)) {
			values = with(values, entry);
		}
		return values;
	}

	private static <T> OptionValues with(OptionValues values, Entry<T> entry) {
		return values.with(entry.option(), entry.value());
	}

	/**
	 * {@return what each word gives, in the order of the list}
	 *
	 * @param source what messages call the list
	 * @param list   the words
	 * @throws IllegalArgumentException if a word is unknown, or its value is not allowed; the message says what is
	 */
	public List<Entry<?>> entries(String source, String list) {
		List<Entry<?>> entries = new ArrayList<>();
		for (String text : split(list)) {
			if (!text.isBlank()) {
				int equals = text.indexOf('=');
				String name = (equals < 0 ? text : text.substring(0, equals)).strip().toLowerCase(Locale.ROOT);
				Optional<String> value = equals < 0 ? Optional.empty() : Optional.of(text.substring(equals + 1));
				String whole = whole(source, name);
				entries.addAll(entries(source, whole, value));
			}
		}
		return entries;
	}

	private String whole(String source, String name) {
		List<String> known = words();
		return abbreviated(name, known).orElseThrow(() -> new IllegalArgumentException(
				source + " has no word '" + name + "', but " + String.join(", ", known)));
	}

	private List<Entry<?>> entries(String source, String whole, Optional<String> value) {
		String origin = source + " " + whole;
		for (JobOption<?> option : OptionTable.all()) {
			Optional<JobOption<String>> detail = option.detail().filter(each -> value.isPresent() && !option.type().reads(value.get()));
			Optional<? extends Entry<?>> entry = entry(option, origin, whole, detail.isPresent() ? Optional.empty() : value);
			if (entry.isPresent()) {
				List<Entry<?>> entries = new ArrayList<>(List.of(entry.get()));
				detail.ifPresent(each -> entries.add(new Entry<>(each, parsed(each, origin + "=", value.orElseThrow()), origin)));
				return entries;
			}
		}
		throw new IllegalStateException("no option has the word " + whole);
	}

	private <T> Optional<Entry<T>> entry(JobOption<T> option, String origin, String name, Optional<String> given) {
		for (ListWord<T> each : option.listWords()) {
			if (each.list() == this && each.word().equals(name)) {
				return Optional.of(new Entry<>(option, value(option, origin + "=", each.value(), given), origin));
			}
		}
		return Optional.empty();
	}

	/** Returns the value of a word. A truth value confirms or reverses what the word of a switch means. */
	private static <T> T value(JobOption<T> option, String place, Optional<T> ofWord, Optional<String> given) {
		if (ofWord.isEmpty()) {
			if (given.isEmpty() && option.fallback().isPresent()) {
				return option.fallback().get();
			}
			return parsed(option, place, given.orElseThrow(() -> new IllegalArgumentException(place + " needs a value")));
		}
		if (given.isEmpty()) {
			return ofWord.get();
		}
		if (option.type() == OptionType.TEXT) {
			return parsed(option, place, given.get());
		}
		if (option.type() != OptionType.FLAG) {
			throw new IllegalArgumentException(place + " has no values");
		}
		T truth = option.parse(place, given.get());
		return option.type().cast(truth.equals(ofWord.get()));
	}

	private static <T> T parsed(JobOption<T> option, String place, String given) {
		T value = option.parse(place, given);
		if (given.isBlank()) {
			throw new IllegalArgumentException(place + " needs a value");
		}
		return value;
	}

	/** {@return all words, in the order of the table} */
	public List<String> words() {
		List<String> all = new ArrayList<>();
		for (JobOption<?> option : OptionTable.all()) {
			for (ListWord<?> each : option.listWords()) {
				// a word that may have a value is in the table with and without one
				if (each.list() == this && !all.contains(each.word())) {
					all.add(each.word());
				}
			}
		}
		return all;
	}

	private Optional<String> abbreviated(String begin, List<String> known) {
		if (known.contains(begin)) {
			return Optional.of(begin);
		}
		List<String> found = begin.isEmpty() ? List.of() : known.stream().filter(each -> each.startsWith(begin)).toList();
		return meanings(found) == 1 ? Optional.of(found.get(0)) : Optional.empty();
	}

	/** Counts what words mean: two spellings of one value are not ambiguous. */
	private long meanings(List<String> words) {
		return words.stream().map(word -> OptionTable.all().stream().flatMap(option -> option.listWords().stream()
				.filter(each -> each.list() == this && each.word().equals(word)).map(each -> List.of(option, each.value()))).toList())
				.distinct().count();
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
