// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.report;

import java.util.Map;
import java.util.Optional;

/**
 * Writes JSON (RFC 8259) in one line of ASCII, so that it needs no charset: other characters are escaped, and so are lone surrogates that
 * stand for bytes. Stateless.
 */
public final class JsonText {
	private static final int LAST_OF_ASCII = '~';

	private JsonText() {
	}

	/**
	 * @param value a map of names to values, a list, a text, a finite number, a truth value, or an empty optional, which stands for null
	 * @return its JSON, without a line break
	 * @throws IllegalArgumentException if it is something else
	 */
	public static String of(Object value) {
		StringBuilder out = new StringBuilder();
		append(value, out);
		return out.toString();
	}

	private static void append(Object value, StringBuilder out) {
		if (value instanceof Map<?, ?> members) {
			char separator = '{';
			for (Map.Entry<?, ?> member : members.entrySet()) {
				out.append(separator);
				append(String.valueOf(member.getKey()), out);
				out.append(':');
				append(member.getValue(), out);
				separator = ',';
			}
			out.append(members.isEmpty() ? "{}" : "}");
		} else if (value instanceof Iterable<?> elements) {
			out.append('[');
			String separator = "";
			for (Object element : elements) {
				out.append(separator);
				append(element, out);
				separator = ",";
			}
			out.append(']');
		} else if (value instanceof Number || value instanceof Boolean) {
			out.append(value);
		} else if (value instanceof Optional<?> optional && optional.isEmpty()) {
			out.append("null");
		} else if (value instanceof String text) {
			quote(text, out);
		} else {
			throw new IllegalArgumentException("no JSON for " + value.getClass());
		}
	}

	private static void quote(String text, StringBuilder out) {
		out.append('"');
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			switch (c) {
				case '"', '\\' -> out.append('\\').append(c);
				case '\n' -> out.append("\\n");
				case '\r' -> out.append("\\r");
				case '\t' -> out.append("\\t");
				default -> {
					if (c >= ' ' && c <= LAST_OF_ASCII) {
						out.append(c);
					} else {
						out.append("\\u").append(Integer.toHexString(0x10000 | c), 1, 5);
					}
				}
			}
		}
		out.append('"');
	}
}
