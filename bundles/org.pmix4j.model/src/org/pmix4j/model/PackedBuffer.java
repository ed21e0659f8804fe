// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * A packed buffer inside a message: the C library's internal type BUFFER.
 *
 * @param described whether each item in it is preceded by its type
 * @param content   the packed items
 */
public record PackedBuffer(boolean described, ByteObject content) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.BUFFER;
	}
}
