// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * A change to an environment variable.
 *
 * @param name      the variable
 * @param value     value to set, add, prepend or append
 * @param separator separates old and new value if both remain; one byte in C
 */
public record Envar(String name, String value, char separator) implements PmixValue {
	/**
	 * Accepts any separator of one byte. U+0000, which PMIX_ENVAR_CONSTRUCT sets in C, means that none is chosen: the host then takes a
	 * colon.
	 *
	 * @throws IllegalArgumentException if the separator does not fit in a byte
	 */
	public Envar {
		if (separator > 0xff) {
			throw new IllegalArgumentException("separator U+" + Integer.toHexString(separator) + " does not fit in a byte");
		}
	}

	@Override
	public DataType type() {
		return DataType.ENVAR;
	}
}
