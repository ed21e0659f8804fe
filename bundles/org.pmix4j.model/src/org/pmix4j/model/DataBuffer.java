// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * A buffer that a program has packed. Wire type DATA_BUFFER.
 *
 * @param content the packed bytes
 */
public record DataBuffer(ByteObject content) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.DATA_BUFFER;
	}
}
