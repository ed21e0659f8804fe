// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.options;

import java.util.Optional;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;

/**
 * One attribute that gives an option's value. Immutable.
 *
 * @param <T>       the type of the option's values
 * @param attribute the attribute
 * @param reader    reads its value
 */
record OptionAttribute<T>(Attribute<?> attribute, Reader<T> reader) {
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

	/** Returns the option's value; empty if the value leaves it open, as a text that is NULL in C does. */
	Optional<T> read(PmixValue value) throws PmixException {
		return value instanceof PmixValue.NullStr ? Optional.empty() : reader.read(value);
	}
}
