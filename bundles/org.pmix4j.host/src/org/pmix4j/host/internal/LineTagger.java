// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Puts a tag before each line of one stream. A line ends with a line feed; whatever else stands in it is passed on, and the tag
 * never falls inside it, however the stream was cut. Owned by a {@link StreamLines}, used on the output thread.
 */
public final class LineTagger {
	/** A buffer that a flood of empty lines blew up is not kept. */
	private static final int KEPT = 1 << 18;

	private final Supplier<byte[]> tag;
	private byte[] buffer = new byte[1 << 12];
	private int size;
	private boolean lineStart = true;

	/** @param tag gives the tag, once for each piece */
	public LineTagger(Supplier<byte[]> tag) {
		this.tag = tag;
	}

	/**
	 * @param bytes the next piece of the stream
	 * @param from  where it begins
	 * @param to    behind its end
	 * @return the same with tags; valid until the next call
	 */
	public ByteBuffer tag(byte[] bytes, int from, int to) {
		byte[] text = tag.get();
		if (buffer.length > KEPT) {
			buffer = new byte[KEPT];
		}
		size = 0;
		int start = from;
		while (start < to) {
			int end = Bytes.indexOf(bytes, (byte) '\n', start, to);
			int next = end < 0 ? to : end + 1;
			if (lineStart) {
				append(text, 0, text.length);
			}
			append(bytes, start, next);
			lineStart = end >= 0;
			start = next;
		}
		return ByteBuffer.wrap(buffer, 0, size);
	}

	/** Tells that somebody else has ended the line that was being written: what follows gets a tag. */
	public void lineBroken() {
		lineStart = true;
	}

	private void append(byte[] bytes, int from, int to) {
		int length = to - from;
		if (length > buffer.length - size) {
			buffer = Arrays.copyOf(buffer, Math.max(size + length, 2 * buffer.length));
		}
		System.arraycopy(bytes, from, buffer, size, length);
		size += length;
	}
}
