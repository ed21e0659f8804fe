// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * A published value and who published it.
 *
 * @param publisher who published it
 * @param key       under which key
 * @param value     the value
 */
public record PublishedData(Proc publisher, String key, PmixValue value) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.PDATA;
	}
}
