// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * A byte object that is sent compressed. Wire type COMPRESSED_BYTE_OBJECT.
 *
 * @param block their length, and their zlib stream
 */
public record CompressedBytes(ByteObject block) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.COMPRESSED_BYTE_OBJECT;
	}
}
