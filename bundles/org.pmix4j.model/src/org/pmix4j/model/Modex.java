// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * The data of a process as releases before 4.0 packed it. Wire type MODEX.
 *
 * @param content the packed bytes
 */
public record Modex(ByteObject content) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.MODEX;
	}
}
