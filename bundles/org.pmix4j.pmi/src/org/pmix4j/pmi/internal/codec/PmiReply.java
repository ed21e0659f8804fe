// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.codec;

import java.nio.ByteBuffer;

import org.pmix4j.model.bytes.ByteStrings;

/**
 * A reply to a rank. Immutable.
 *
 * @param text lines, each with its end, or a frame
 */
public record PmiReply(String text) {
	/** @return the bytes of the reply */
	public ByteBuffer bytes() {
		return ByteBuffer.wrap(ByteStrings.encode(text));
	}

	@Override
	public String toString() {
		return text.stripTrailing();
	}
}
