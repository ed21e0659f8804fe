// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.bytes;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Converts byte strings to text and back. Byte strings are usually UTF-8, whatever the locale, but may be any bytes. A byte that is not
 * valid UTF-8 becomes a lone surrogate, U+DC80 to U+DCFF, and is restored when the text is encoded, so that arguments, paths and
 * environment variables survive unchanged. Python calls this "surrogateescape" (PEP 383). Stateless.
 */
public final class ByteStrings {
	private static final char REPLACEMENT = '\ufffd';
	private static final char NOT_ASCII = 0x80;
	private static final char ESCAPE = '\udc00';
	private static final char FIRST_ESCAPED = '\udc80';
	private static final char LAST_ESCAPED = '\udcff';

	private ByteStrings() {
	}

	/**
	 * {@return the text}
	 *
	 * @param bytes a whole byte string, without a terminating NUL
	 */
	public static String decode(byte[] bytes) {
		return decode(bytes, 0, bytes.length);
	}

	/**
	 * {@return the text}
	 *
	 * @param bytes  contain the text
	 * @param offset index of its first byte
	 * @param length number of bytes, without a terminating NUL
	 */
	public static String decode(byte[] bytes, int offset, int length) {
		// as fast as Latin-1 for ASCII, which the JDK checks many bytes at a time
		String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
		return text.indexOf(REPLACEMENT) < 0 ? text : escape(ByteBuffer.wrap(bytes, offset, length));
	}

	private static String escape(ByteBuffer in) {
		CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
		CharBuffer out = CharBuffer.allocate(in.remaining());
		while (decoder.decode(in, out, true).isError()) {
			out.put((char) (ESCAPE | in.get() & 0xff));
			decoder.reset();
		}
		return out.flip().toString();
	}

	/**
	 * {@return its bytes, without a terminating NUL}
	 *
	 * @param text a text; a lone surrogate that stands for no byte becomes a question mark
	 */
	public static byte[] encode(String text) {
		int length = text.length();
		for (int i = 0; i < length; i++) {
			char c = text.charAt(i);
			if (isByte(c) && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)))) {
				return unescape(text);
			}
		}
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static byte[] unescape(String text) {
		byte[] all = new byte[3 * text.length()];
		int size = 0;
		for (int i = 0; i < text.length();) {
			int c = text.codePointAt(i);
			i += Character.charCount(c);
			if (isByte(c)) {
				all[size++] = (byte) c;
			} else {
				byte[] encoded = Character.toString(c).getBytes(StandardCharsets.UTF_8);
				System.arraycopy(encoded, 0, all, size, encoded.length);
				size += encoded.length;
			}
		}
		return Arrays.copyOf(all, size);
	}

	/**
	 * Returns text that a writer of the charset can show: each byte that is not valid UTF-8, and each byte of a character that the charset
	 * lacks, becomes an escape such as {@code \xff}.
	 *
	 * @param text    a text of this class
	 * @param charset of a terminal or a log
	 * @return the same text if it can be shown as it is
	 */
	public static String shown(String text, Charset charset) {
		CharsetEncoder encoder = charset.newEncoder();
		if (encoder.canEncode(text)) {
			return text;
		}
		StringBuilder shown = new StringBuilder();
		text.codePoints().mapToObj(Character::toString).forEach(each -> {
			if (encoder.canEncode(each)) {
				shown.append(each);
			} else {
				for (byte b : encode(each)) {
					shown.append("\\x").append(HexFormat.of().toHexDigits(b));
				}
			}
		});
		return shown.toString();
	}

	/** Returns whether every charset of a locale spells the text with the same bytes. A byte that a charset lacks gives U+FFFD. */
	static boolean isAscii(String text) {
		for (int i = 0; i < text.length(); i++) {
			if (text.charAt(i) >= NOT_ASCII) {
				return false;
			}
		}
		return true;
	}

	/** Returns whether a lone surrogate, or a code point, stands for a byte. */
	static boolean isByte(int c) {
		return c >= FIRST_ESCAPED && c <= LAST_ESCAPED;
	}
}
