// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;

/**
 * One option of a job, and everything that is known about it: type, default, help, and the sources that can give its value. An entry of
 * the {@link OptionTable}, immutable and compared by identity.
 *
 * @param <T> the type of its values
 */
public final class JobOption<T> {
	private final OptionScope scope;
	private final String name;
	private final OptionType<T> type;
	private final T defaultValue;
	private final String text;
	// changed in copies only, before they are handed out
	private List<String> words = List.of();
	private String label = "";
	private Optional<T> fallback = Optional.empty();
	private Optional<Modifier> modifier = Optional.empty();
	private Optional<JobOption<String>> detail = Optional.empty();
	private List<OptionSpelling<T>> spellings = List.of();
	private List<ListWord<T>> listWords = List.of();
	private OptionGroup group = OptionGroup.OTHER;
	private boolean common;
	private List<OptionAttribute<T>> sources = List.of();
	private Function<T, Infos> infos = value -> Infos.EMPTY;
	private String withoutAttribute = "";
	private String key = "";
	private Predicate<String> honored = value -> true;
	private boolean inherited;

	/**
	 * A word behind a colon at the end of an option's value that sets a switch.
	 *
	 * @param word   the word
	 * @param option the switch
	 */
	public record Modifier(String word, JobOption<Boolean> option) {
	}

	private JobOption(OptionScope scope, String name, OptionType<T> type, T defaultValue, String text) {
		this.scope = scope;
		this.name = name;
		this.type = type;
		this.defaultValue = defaultValue;
		this.text = text;
	}

	/** Makes an option that nothing gives a value yet. The name is unique, and stands behind "the" in messages. */
	static <T> JobOption<T> of(OptionScope scope, String name, OptionType<T> type, T defaultValue, String text) {
		return new JobOption<>(scope, name, type, defaultValue, text);
	}

	/** Makes a switch that is off unless it is turned on. */
	static JobOption<Boolean> flag(OptionScope scope, String name, String text) {
		return of(scope, name, OptionType.FLAG, false, text);
	}

	private JobOption<T> copy() {
		JobOption<T> copy = new JobOption<>(scope, name, type, defaultValue, text);
		copy.words = words;
		copy.label = label;
		copy.fallback = fallback;
		copy.modifier = modifier;
		copy.detail = detail;
		copy.spellings = spellings;
		copy.listWords = listWords;
		copy.group = group;
		copy.common = common;
		copy.sources = sources;
		copy.infos = infos;
		copy.withoutAttribute = withoutAttribute;
		copy.key = key;
		copy.honored = honored;
		copy.inherited = inherited;
		return copy;
	}

	/** Adds the words of the command line that turn the switch on; messages use the first one. */
	JobOption<T> withWords(String... names) {
		return withValueWords("", names);
	}

	/** Adds the words of the command line that a value follows. */
	JobOption<T> withValueWords(String valueLabel, String... names) {
		JobOption<T> copy = copy();
		copy.label = valueLabel;
		copy.words = List.of(names);
		return copy;
	}

	/** Lets the value be left out on the command line. */
	JobOption<T> withFallback(T value) {
		JobOption<T> copy = copy();
		copy.fallback = Optional.of(value);
		return copy;
	}

	/** Lets {@code :word} at the end of the value on the command line turn a switch on. */
	JobOption<T> withModifier(String word, JobOption<Boolean> option) {
		JobOption<T> copy = copy();
		copy.modifier = Optional.of(new Modifier(word, option));
		return copy;
	}

	/** Lets any other text in place of a truth value turn the switch on and be the value of another option. */
	JobOption<T> withDetail(JobOption<String> option) {
		JobOption<T> copy = copy();
		copy.detail = Optional.of(option);
		return copy;
	}

	/** Adds a word of the command line that stands for one value. */
	JobOption<T> withSpelling(String word, T value) {
		return withSpelling(new OptionSpelling<>(word, List.of(), "", values -> Optional.of(value)));
	}

	/** Adds a word of the command line whose value is converted to text, and that is parsed. */
	JobOption<T> withSpelling(String word, String valueLabel, UnaryOperator<String> text) {
		return withSpelling(new OptionSpelling<>(word, List.of(valueLabel), type.wanted(), values -> type.parse(text.apply(values.get(0))),
				values -> type.refusal(text.apply(values.get(0)))));
	}

	/** Adds a word of the command line with its own way to read values. */
	JobOption<T> withSpelling(OptionSpelling<T> spelling) {
		JobOption<T> copy = copy();
		copy.spellings = appended(spellings, spelling);
		return copy;
	}

	/** Puts the option into a group of the help. */
	JobOption<T> in(OptionGroup helpGroup) {
		JobOption<T> copy = copy();
		copy.group = helpGroup;
		return copy;
	}

	/** Shows the option in the short help, too. */
	JobOption<T> asCommon() {
		JobOption<T> copy = copy();
		copy.common = true;
		return copy;
	}

	/** Adds a word of a list that stands for one value. */
	JobOption<T> withListWord(OptionList list, String word, T value) {
		return withListWord(new ListWord<>(list, word, Optional.of(value)));
	}

	/** Adds a word of a list that a value follows. */
	JobOption<T> withListWord(OptionList list, String word) {
		return withListWord(new ListWord<>(list, word, Optional.empty()));
	}

	private JobOption<T> withListWord(ListWord<T> word) {
		JobOption<T> copy = copy();
		copy.listWords = appended(listWords, word);
		return copy;
	}

	/** Adds an attribute whose value is that of the option. An earlier attribute takes precedence. */
	JobOption<T> withAttribute(Attribute<T> attribute) {
		return withSource(OptionAttribute.plain(attribute));
	}

	/** Adds an attribute whose text is parsed. */
	JobOption<T> withText(Attribute<String> attribute) {
		return withSource(new OptionAttribute<>(attribute, value -> {
			String given = attribute.read(value);
			return Optional.of(type.parse(given).orElseThrow(() -> refused("attribute " + attribute.name(), given)));
		}, value -> Optional.of(attribute.type().toValue(type.format(value).get(0)))));
	}

	/** Adds an attribute whose value is converted; an empty result leaves the option open. */
	<A> JobOption<T> withAttribute(Attribute<A> attribute, Function<A, Optional<T>> converter) {
		return withSource(attribute, value -> converter.apply(attribute.read(value)));
	}

	/** Adds a switch that stands for one value when it is on. */
	JobOption<T> whenTrue(Attribute<Boolean> attribute, T value) {
		return withSource(OptionAttribute.toggle(attribute, true, value));
	}

	/** Adds a switch that stands for one value when it is off. */
	JobOption<T> whenFalse(Attribute<Boolean> attribute, T value) {
		return withSource(OptionAttribute.toggle(attribute, false, value));
	}

	/** Adds an attribute with its own way to read it. */
	JobOption<T> withSource(Attribute<?> attribute, OptionAttribute.Reader<T> reader) {
		return withSource(new OptionAttribute<>(attribute, reader, value -> Optional.empty()));
	}

	private JobOption<T> withSource(OptionAttribute<T> source) {
		JobOption<T> copy = copy();
		copy.sources = appended(sources, source);
		return copy;
	}

	/** Adds a way to write values as attributes with their own ways to read them. */
	JobOption<T> withInfos(Function<T, Infos> written) {
		JobOption<T> copy = copy();
		copy.infos = written;
		return copy;
	}

	/** Says why no attribute of a spawn request gives the value. */
	JobOption<T> withoutAttribute(String reason) {
		JobOption<T> copy = copy();
		copy.withoutAttribute = reason;
		return copy;
	}

	/** Adds the name of the attribute in launch configurations. */
	JobOption<T> withKey(String attribute) {
		JobOption<T> copy = copy();
		copy.key = attribute;
		return copy;
	}

	/** Says which texts have an effect; others are passed over unless the attribute is required. */
	JobOption<T> withHonored(Predicate<String> values) {
		JobOption<T> copy = copy();
		copy.honored = values;
		return copy;
	}

	/** Lets spawned jobs take the value over from their parents. */
	JobOption<T> asInherited() {
		JobOption<T> copy = copy();
		copy.inherited = true;
		return copy;
	}

	/** {@return what it applies to} */
	public OptionScope scope() {
		return scope;
	}

	/** {@return a unique noun, such as {@code time limit}} */
	public String name() {
		return name;
	}

	/** {@return the type of its values} */
	public OptionType<T> type() {
		return type;
	}

	/** {@return the value when nothing gives one} */
	public T defaultValue() {
		return defaultValue;
	}

	/** {@return the help: one or two sentences} */
	public String text() {
		return text;
	}

	/** {@return the spellings on the command line, the usual one first; empty if it has none} */
	public List<String> words() {
		return words;
	}

	/** {@return what help calls the value behind the words; empty for a switch} */
	public String label() {
		return label;
	}

	/** {@return the value if the command line has only the word; empty if it must have one} */
	public Optional<T> fallback() {
		return fallback;
	}

	/** {@return a word that may follow the value on the command line} */
	public Optional<Modifier> modifier() {
		return modifier;
	}

	/** {@return the option that gets a text behind the word of a switch that is not a truth value} */
	public Optional<JobOption<String>> detail() {
		return detail;
	}

	/** {@return the other words of the command line that give it a value} */
	public List<OptionSpelling<T>> spellings() {
		return spellings;
	}

	/** {@return its group of the help} */
	public OptionGroup group() {
		return group;
	}

	/** {@return whether the short help shows it} */
	public boolean isCommon() {
		return common;
	}

	/** {@return the lists that have a word for it} */
	public List<OptionList> lists() {
		return listWords.stream().map(ListWord::list).distinct().toList();
	}

	List<ListWord<T>> listWords() {
		return listWords;
	}

	/** Returns the attributes with their readers, the one that counts most first. */
	List<OptionAttribute<T>> sources() {
		return sources;
	}

	/** {@return the attributes of a spawn request that give the value, the one that counts most first} */
	public List<Attribute<?>> attributes() {
		return sources.stream().<Attribute<?>>map(OptionAttribute::attribute).distinct().toList();
	}

	/** Returns the attributes that the option has its own way to write; empty if it has none. */
	Infos infos(T value) {
		return infos.apply(value);
	}

	/** {@return why there is no attribute; empty if there is one} */
	public String whyNoAttribute() {
		return withoutAttribute;
	}

	/** {@return the name of the attribute in launch configurations; empty if there is none} */
	public Optional<String> key() {
		return Optional.of(key).filter(name -> !name.isEmpty());
	}

	/** {@return whether a spawned job takes the value over from its parent} */
	public boolean isInherited() {
		return inherited;
	}

	/** Returns what messages call it on the command line, such as {@code --timeout}; empty if nothing there gives it. */
	Optional<String> commandName() {
		return words.isEmpty() ? listWords.stream().filter(word -> !word.list().word().isEmpty()).findFirst()
				.map(word -> word.list().word() + " " + word.word()) : Optional.of(words.get(0));
	}

	/**
	 * Reads the value that a user wrote.
	 *
	 * @param source the name of the option in messages, from {@link OptionSource#name}
	 * @param given  the text
	 * @return the value
	 * @throws IllegalArgumentException if the text is not allowed; the message says what is
	 */
	public T parse(String source, String given) {
		return type.parse(given).orElseThrow(() -> new IllegalArgumentException(type.complaint(source, given)));
	}

	private static <E> List<E> appended(List<E> list, E last) {
		List<E> longer = new ArrayList<>(list);
		longer.add(last);
		return List.copyOf(longer);
	}

	/** Returns an allowed value as it is, and throws for others. */
	T require(String source, T value) {
		if (!type.allows(value)) {
			throw new IllegalArgumentException(type.complaint(source, String.valueOf(value)));
		}
		return value;
	}

	/** Returns whether a value of one of its attributes has an effect. */
	boolean honors(PmixValue value) {
		return !(value instanceof PmixValue.Str given) || honored.test(given.value());
	}

	PmixException refused(String source, String given) {
		return new PmixException(Status.ERR_BAD_PARAM, type.complaint(source, given));
	}

	@Override
	public String toString() {
		return name;
	}
}
