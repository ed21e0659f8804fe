// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * A published value with its publisher.
 *
 * @param publisher process that published it
 * @param key       key under which it was published
 * @param value     the value
 */
public record PublishedData(Proc publisher, String key, PmixValue value) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.PDATA;
	}
}
