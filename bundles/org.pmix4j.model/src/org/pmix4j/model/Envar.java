// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * A change to an environment variable.
 *
 * @param name      the variable
 * @param value     what is set, added, put in front or behind
 * @param separator what stands between the old value and the new, where both remain; one byte in C
 */
public record Envar(String name, String value, char separator) implements PmixValue {
	/** @throws IllegalArgumentException if the separator is more than a byte */
	public Envar {
		if (separator > 0xff) {
			throw new IllegalArgumentException("separator U+" + Integer.toHexString(separator) + " is more than a byte");
		}
	}

	@Override
	public DataType type() {
		return DataType.ENVAR;
	}
}
