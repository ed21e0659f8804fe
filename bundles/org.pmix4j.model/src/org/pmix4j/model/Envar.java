// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * A change to an environment variable.
 *
 * @param name      the variable
 * @param value     what is set, added, put in front or behind
 * @param separator what stands between the old value and the new, where both remain
 */
public record Envar(String name, String value, char separator) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.ENVAR;
	}
}
