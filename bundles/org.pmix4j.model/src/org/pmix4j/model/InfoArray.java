// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * A list of infos as releases before 4.0 packed it. Wire type INFO_ARRAY.
 *
 * @param infos the infos, in their order
 */
public record InfoArray(Infos infos) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.INFO_ARRAY;
	}
}
