// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.streams;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;

/** Decodes a stream of bytes whose pieces may end inside a character. Used by one thread. */
final class StreamText {
	private final CharsetDecoder decoder;
	private ByteBuffer rest = ByteBuffer.allocate(0);

	StreamText(Charset charset) {
		decoder = charset.newDecoder().onMalformedInput(CodingErrorAction.REPLACE).onUnmappableCharacter(CodingErrorAction.REPLACE);
	}

	/** Returns the characters that these bytes complete; malformed input becomes the replacement character. */
	String decode(byte[] bytes) {
		ByteBuffer in = ByteBuffer.allocate(rest.remaining() + bytes.length).put(rest).put(bytes).flip();
		CharBuffer out = CharBuffer.allocate((int) Math.ceil(in.remaining() * (double) decoder.maxCharsPerByte()));
		decoder.decode(in, out, false);
		rest = in.slice();
		return out.flip().toString();
	}
}
