// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * A key with a meaning: name and key of the standard, and the Java type of its values.
 *
 * @param <T>  the Java type of its values
 * @param name the constant's name in C, such as PMIX_JOB_SIZE; the key itself for the user's own keys
 * @param key  the key on the wire, such as pmix.job.size
 * @param type how its values are held
 * @see "PMIx Standard, chapter Attributes"
 */
public record Attribute<T>(String name, String key, ValueType<T> type) {
	/**
	 * @param <T>  the Java type of its values
	 * @param key  the user's own key
	 * @param type how its values are held
	 * @return the attribute
	 */
	public static <T> Attribute<T> of(String key, ValueType<T> type) {
		return new Attribute<>(key, key, type);
	}

	/**
	 * @param value a value that came with this attribute's key
	 * @return it in the attribute's Java type
	 * @throws PmixException BAD_PARAM if it is of another type; the message names key, expected and found type
	 */
	public T read(PmixValue value) throws PmixException {
		return type.fromValue(value).orElseThrow(() -> new PmixException(Status.ERR_BAD_PARAM,
				"attribute " + name + " (" + key + ") must be of type " + type.name() + ", but came as " + value.type()));
	}

	@Override
	public String toString() {
		return name;
	}
}
