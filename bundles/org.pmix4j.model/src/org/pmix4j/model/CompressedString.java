// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * A text that is sent compressed. Wire type COMPRESSED_STRING.
 *
 * @param block the length of the text, and its zlib stream
 */
public record CompressedString(ByteObject block) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.COMPRESSED_STRING;
	}
}
