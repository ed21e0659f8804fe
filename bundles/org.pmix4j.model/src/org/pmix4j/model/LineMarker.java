// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * Tags the lines of one output stream of a process. A line ends with a line feed; a tag never falls inside a line, wherever the stream was
 * cut. With XML each piece of a line becomes an element. Used by one thread at a time.
 */
public final class LineMarker {
	/** Largest buffer kept for reuse; a flood of empty lines may need more. */
	private static final int KEPT = 1 << 18;
	private static final byte[] REPLACEMENT = "&#65533;".getBytes(StandardCharsets.US_ASCII);
	/** XML escape of each ASCII byte; empty if the byte is copied. */
	private static final byte[][] ESCAPES = new byte[0x80][];

	static {
		for (int i = 0; i < ESCAPES.length; i++) {
			String text = switch (i) {
				case '&' -> "&amp;";
				case '<' -> "&lt;";
				case '>' -> "&gt;";
				case '\t', '\n', '\r', 0x7f -> String.format(Locale.ROOT, "&#%03d;", i);
				// XML has no such character, not even by its number
				default -> i < ' ' ? "&#65533;" : "";
			};
			ESCAPES[i] = text.getBytes(StandardCharsets.US_ASCII);
		}
	}

	private final OutputFormat format;
	private final Proc source;
	private final IofChannel channel;
	private final String node;
	private final byte[] after;
	private final byte[] fixed;
	private byte[] buffer = new byte[1 << 12];
	private int size;
	private boolean lineStart = true;

	/**
	 * Creates the marker of one stream of one process.
	 *
	 * @param format  form of the tags; not the plain one
	 * @param source  process that writes the stream
	 * @param channel the stream
	 * @param node    host name, colon and process id, for detailed tags
	 */
	public LineMarker(OutputFormat format, Proc source, IofChannel channel, String node) {
		if (format.isPlain()) {
			throw new IllegalArgumentException("the plain format has no tags");
		}
		this.format = format;
		this.source = source;
		this.channel = channel;
		this.node = node;
		after = ("</" + OutputFormat.streamName(channel) + ">\n").getBytes(StandardCharsets.UTF_8);
		fixed = format.prefix(source, channel, node);
	}

	/**
	 * {@return the piece with tags; valid until the next call}
	 *
	 * @param bytes contains the next piece of the stream
	 * @param from  index of its first byte
	 * @param to    index after its last byte
	 */
	public ByteBuffer mark(byte[] bytes, int from, int to) {
		byte[] before = format.timestamp() ? format.prefix(source, channel, node) : fixed;
		if (buffer.length > KEPT) {
			buffer = new byte[KEPT];
		}
		size = 0;
		int start = from;
		while (start < to) {
			int end = indexOfLineFeed(bytes, start, to);
			int next = end < 0 ? to : end + 1;
			if (format.xml()) {
				element(before, bytes, start, next);
			} else {
				if (lineStart) {
					append(before, 0, before.length);
				}
				append(bytes, start, next);
				lineStart = end >= 0;
			}
			start = next;
		}
		return ByteBuffer.wrap(buffer, 0, size);
	}

	/** Reports that other output has ended the current line, so that the next byte gets a tag. */
	public void lineBroken() {
		lineStart = true;
	}

	/** Keeps characters above ASCII, which numeric escapes of their bytes would change. Bytes that are not UTF-8 are replaced. */
	private void element(byte[] before, byte[] bytes, int from, int to) {
		append(before, 0, before.length);
		for (int i = from; i < to; i++) {
			if (bytes[i] < 0) {
				int length = characterLength(bytes, i, to);
				append(length == 0 ? REPLACEMENT : bytes, length == 0 ? 0 : i, length == 0 ? REPLACEMENT.length : i + length);
				i += Math.max(0, length - 1);
			} else if (ESCAPES[bytes[i]].length == 0) {
				append(bytes, i, i + 1);
			} else {
				append(ESCAPES[bytes[i]], 0, ESCAPES[bytes[i]].length);
			}
		}
		append(after, 0, after.length);
	}

	/** Returns the number of bytes of the character above ASCII that begins there, 0 if none does that XML allows. */
	private static int characterLength(byte[] bytes, int from, int to) {
		int first = bytes[from] & 0xff;
		int length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
		if (first < 0xc2 || first > 0xf4 || to - from < length) {
			return 0;
		}
		int code = first & 0x7f >> length;
		for (int i = from + 1; i < from + length; i++) {
			if ((bytes[i] & 0xc0) != 0x80) {
				return 0;
			}
			code = code << 6 | bytes[i] & 0x3f;
		}
		boolean isLong = code >= (length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80);
		return isLong && code <= Character.MAX_CODE_POINT && (code < 0xd800 || code > 0xdfff) && code != 0xfffe && code != 0xffff
				? length : 0;
	}

	private static int indexOfLineFeed(byte[] bytes, int from, int to) {
		for (int i = from; i < to; i++) {
			if (bytes[i] == '\n') {
				return i;
			}
		}
		return -1;
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
