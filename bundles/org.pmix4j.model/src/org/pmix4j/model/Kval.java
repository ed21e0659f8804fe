// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * A key and its value, as process data is exchanged.
 *
 * @param key   the key
 * @param value the value
 */
public record Kval(String key, PmixValue value) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.KVAL;
	}
}
