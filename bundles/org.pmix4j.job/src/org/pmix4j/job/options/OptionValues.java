// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/** Values of options. An option that is not set has its default value. Immutable. */
public final class OptionValues {
	/** Every option at its default. */
	public static final OptionValues DEFAULTS = new OptionValues(Map.of());

	private final Map<JobOption<?>, Object> values;

	private OptionValues(Map<JobOption<?>, Object> values) {
		this.values = values;
	}

	/**
	 * {@return its value, or its default}
	 *
	 * @param <T>    the type of its values
	 * @param option an option
	 */
	public <T> T get(JobOption<T> option) {
		Object value = values.get(option);
		return value == null ? option.defaultValue() : option.type().cast(value);
	}

	/**
	 * {@return whether a value was given, be it the default}
	 *
	 * @param option an option
	 */
	public boolean isSet(JobOption<?> option) {
		return values.containsKey(option);
	}

	/** {@return the options that are set, in the order in which they were} */
	public Set<JobOption<?>> options() {
		return Set.copyOf(values.keySet());
	}

	/**
	 * {@return the same with that value in place of an earlier one}
	 *
	 * @param <T>    the type of its values
	 * @param option an option
	 * @param value  its value
	 * @throws IllegalArgumentException if the value is not allowed
	 */
	public <T> OptionValues with(JobOption<T> option, T value) {
		Map<JobOption<?>, Object> copy = new LinkedHashMap<>(values);
		copy.put(option, option.require(OptionSource.CONFIGURATION.name(option), value));
		return new OptionValues(copy);
	}

	/**
	 * {@return the same with that value, which adds to an earlier one if the option is repeatable and else replaces it}
	 *
	 * @param <T>    the type of its values
	 * @param option an option
	 * @param value  its value
	 * @throws IllegalArgumentException if the value is not allowed
	 */
	public <T> OptionValues plus(JobOption<T> option, T value) {
		return with(option, isSet(option) ? option.type().join(get(option), value) : value);
	}

	/**
	 * {@return both}
	 *
	 * @param later values that take precedence over these
	 */
	public OptionValues plus(OptionValues later) {
		OptionValues both = this;
		for (JobOption<?> option : later.values.keySet()) {
			both = both.plusFrom(later, option);
		}
		return both;
	}

	private <T> OptionValues plusFrom(OptionValues other, JobOption<T> option) {
		return plus(option, other.get(option));
	}

	/**
	 * {@return the same with that option at its default}
	 *
	 * @param option an option
	 */
	public OptionValues without(JobOption<?> option) {
		return filter(each -> each != option);
	}

	/**
	 * {@return the values of the options of that scope}
	 *
	 * @param scope a scope
	 */
	public OptionValues only(OptionScope scope) {
		return filter(option -> option.scope() == scope);
	}

	/** {@return the values that a spawned job takes over from its parent} */
	public OptionValues inherited() {
		return filter(JobOption::isInherited);
	}

	private OptionValues filter(Predicate<JobOption<?>> condition) {
		Map<JobOption<?>, Object> copy = new LinkedHashMap<>(values);
		copy.keySet().removeIf(condition.negate());
		return new OptionValues(copy);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof OptionValues same && values.equals(same.values);
	}

	@Override
	public int hashCode() {
		return values.hashCode();
	}

	@Override
	public String toString() {
		return values.entrySet().stream().map(entry -> entry.getKey() + ": " + entry.getValue()).collect(Collectors.joining(", "));
	}
}
