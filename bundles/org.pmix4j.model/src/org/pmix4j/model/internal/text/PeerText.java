// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.internal.text;

import java.util.HexFormat;

/**
 * Makes text from other processes safe for logs and messages: a peer must not control a terminal, forge a line or hide the rest of one.
 * Control and format characters (such as ESC, line breaks, C1 and bidirectional controls), separators of lines and paragraphs, and lone
 * surrogates are replaced by escapes such as {@code \n}, {@code \x1b} and {@code \}{@code u202e}, and long text is cut off. Text that is
 * safe stays the same, so that applying it twice does no harm. Stateless.
 */
public final class PeerText {
	/** Maximum length of one text of a peer, in characters. */
	public static final int MAX_LENGTH = 200;
	/** Maximum length of a line that contains texts of peers, in characters; enough for the longest path and some words. */
	public static final int MAX_LINE = 5000;

	private static final HexFormat HEX = HexFormat.of();
	private static final String CUT = "...";
	/** Stand for bytes that are not UTF-8, as in texts of the wire. */
	private static final int FIRST_BYTE = 0xdc80;
	private static final int LAST_BYTE = 0xdcff;
	private static final int LAST_OF_LATIN_1 = 0xff;
	private static final int LAST_OF_ASCII = '~';

	private PeerText() {
	}

	/**
	 * @param text made by a peer
	 * @return one line of at most {@value #MAX_LENGTH} characters
	 */
	public static String of(String text) {
		return shown(text, MAX_LENGTH);
	}

	/**
	 * @param text a line of this program that contains texts of peers
	 * @return one line of at most {@value #MAX_LINE} characters
	 */
	public static String line(String text) {
		return shown(text, MAX_LINE);
	}

	private static String shown(String text, int limit) {
		return text.length() <= limit && isPlain(text) ? text : escaped(text, limit);
	}

	private static boolean isPlain(String text) {
		for (int i = 0; i < text.length(); i++) {
			if (text.charAt(i) < ' ' || text.charAt(i) > LAST_OF_ASCII) {
				return false;
			}
		}
		return true;
	}

	/** Stops at the limit, so that the work does not depend on the length of the text. */
	private static String escaped(String text, int limit) {
		StringBuilder out = new StringBuilder();
		int cut = 0;
		for (int i = 0; i < text.length();) {
			int c = text.codePointAt(i);
			i += Character.charCount(c);
			append(c, out);
			if (out.length() > limit) {
				return out.replace(cut, out.length(), CUT).toString();
			}
			if (out.length() <= limit - CUT.length()) {
				cut = out.length();
			}
		}
		return out.toString();
	}

	private static void append(int c, StringBuilder out) {
		switch (c) {
			case '\n' -> out.append("\\n");
			case '\r' -> out.append("\\r");
			case '\t' -> out.append("\\t");
			default -> {
				if (!isUnsafe(c)) {
					out.appendCodePoint(c);
				} else if (c <= LAST_OF_LATIN_1 || c >= FIRST_BYTE && c <= LAST_BYTE) {
					out.append("\\x").append(HEX.toHexDigits((byte) c));
				} else if (Character.isBmpCodePoint(c)) {
					out.append("\\u").append(HEX.toHexDigits((char) c));
				} else {
					out.append("\\u{").append(Integer.toHexString(c)).append('}');
				}
			}
		}
	}

	private static boolean isUnsafe(int c) {
		return switch (Character.getType(c)) {
			case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
			default -> false;
		};
	}
}
