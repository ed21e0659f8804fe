// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A key with a name in the Standard and a Java type for its values.
 *
 * @param <T>  the Java type of its values
 * @param name name of its constant in C, such as PMIX_JOB_SIZE; the key itself for user-defined keys
 * @param key  key on the wire, such as pmix.job.size
 * @param type representation of its values
 * @see "PMIx Standard, chapter Attributes"
 */
public record Attribute<T>(String name, String key, ValueType<T> type) {
	/**
	 * {@return the attribute}
	 *
	 * @param <T>  the Java type of its values
	 * @param key  a user-defined key
	 * @param type representation of its values
	 */
	public static <T> Attribute<T> of(String key, ValueType<T> type) {
		return new Attribute<>(key, key, type);
	}

	/**
	 * Returns the key that some releases, or the PMIx Standard, use for this attribute instead of its own. {@link Infos} reads both.
	 *
	 * @return the other key; empty if all use the same, or if it is the key of another attribute
	 */
	public Optional<String> otherKey() {
		return OtherKeys.of(name);
	}

	/**
	 * {@return the value in the attribute's Java type}
	 *
	 * @param value a value received with this attribute's key
	 * @throws PmixException BAD_PARAM if it is of another type; the message names key, expected and actual type
	 */
	public T read(PmixValue value) throws PmixException {
		return type.fromValue(value).orElseThrow(() -> new PmixException(Status.ERR_BAD_PARAM,
				"attribute " + name + " (" + key + ") must be of type " + type.name() + ", not " + value.type()));
	}

	/** Written out for the Eclipse compiler, which rejects the nullness of the generated method. */
	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof Attribute<?> same && same.name.equals(name) && same.key.equals(key) && same.type.equals(type);
	}

	@Override
	public int hashCode() {
		return 31 * name.hashCode() + key.hashCode();
	}

	@Override
	public String toString() {
		return name;
	}
}
