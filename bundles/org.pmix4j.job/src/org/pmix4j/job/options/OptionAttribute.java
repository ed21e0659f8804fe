// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.Optional;
import java.util.function.Function;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;

/**
 * One attribute that gives an option's value. Immutable.
 *
 * @param <T>       the type of the option's values
 * @param attribute the attribute
 * @param reader    reads its value
 * @param writer    writes a value of the option as that of the attribute; empty if the attribute cannot express it
 */
record OptionAttribute<T>(Attribute<?> attribute, Reader<T> reader, Function<T, Optional<PmixValue>> writer) {
	/**
	 * Reads an attribute's value as that of an option.
	 *
	 * @param <T> the type of the option's values
	 */
	@FunctionalInterface
	interface Reader<T> {
		/** Returns the option's value; empty if the attribute's value leaves it open. */
		Optional<T> read(PmixValue value) throws PmixException;
	}

	/** Gives an attribute whose value is that of the option. */
	static <T> OptionAttribute<T> plain(Attribute<T> attribute) {
		return new OptionAttribute<>(attribute, value -> Optional.of(attribute.read(value)),
				value -> Optional.of(attribute.type().toValue(value)));
	}

	/** Gives a switch that stands for one value of the option in one of its positions. */
	static <T> OptionAttribute<T> toggle(Attribute<Boolean> attribute, boolean position, T value) {
		return new OptionAttribute<>(attribute, given -> attribute.read(given) == position ? Optional.of(value) : Optional.empty(),
				wanted -> wanted.equals(value) ? Optional.of(new PmixValue.Bool(position)) : Optional.empty());
	}

	/** Returns the option's value; empty if the value leaves it open, as a text that is NULL in C does. */
	Optional<T> read(PmixValue value) throws PmixException {
		return value instanceof PmixValue.NullStr ? Optional.empty() : reader.read(value);
	}
}
