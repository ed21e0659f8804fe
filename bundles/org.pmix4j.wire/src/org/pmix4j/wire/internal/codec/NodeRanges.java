// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** Compresses a list of node names to the items of the native form. Used for one list. */
final class NodeRanges {
	private static final int MAX_DIGITS = 18;

	private final StringBuilder items = new StringBuilder();
	/** The last name, while its number may still start or continue a range. */
	private @Nullable Numbered open;
	private long first;

	/** A node name with a number: letters, the number, then letters and digits. */
	private record Numbered(String prefix, int width, long number, String suffix) {
		static @Nullable Numbered of(String name) {
			int start = 0;
			while (start < name.length() && isLetter(name.charAt(start))) {
				start++;
			}
			int end = start;
			while (end < name.length() && isDigit(name.charAt(end))) {
				end++;
			}
			for (int i = end; i < name.length(); i++) {
				if (!isLetter(name.charAt(i)) && !isDigit(name.charAt(i))) {
					return null;
				}
			}
			if (start == end || end - start > MAX_DIGITS) {
				return null;
			}
			long number = Long.parseLong(name.substring(start, end));
			return new Numbered(name.substring(0, start), end - start, number, name.substring(end));
		}

		boolean joins(Numbered other) {
			return width == other.width && prefix.equals(other.prefix) && suffix.equals(other.suffix);
		}
	}

	NodeRanges(List<String> names) {
		for (String name : names) {
			add(name, Numbered.of(name));
		}
		close();
	}

	String items() {
		return items.toString();
	}

	private void add(String name, @Nullable Numbered next) {
		Numbered last = open;
		if (last != null && next != null && next.joins(last)) {
			if (next.number != last.number + 1) {
				putRange(last);
				items.append(',');
				first = next.number;
			}
		} else {
			close();
			if (!items.isEmpty()) {
				items.append(',');
			}
			if (next == null) {
				items.append(name);
			} else {
				items.append(next.prefix).append('[').append(next.width).append(':');
				first = next.number;
			}
		}
		open = next;
	}

	private void close() {
		Numbered last = open;
		if (last != null) {
			putRange(last);
			items.append(']').append(last.suffix);
			open = null;
		}
	}

	private void putRange(Numbered last) {
		items.append(first);
		if (last.number != first) {
			items.append('-').append(last.number);
		}
	}

	private static boolean isLetter(char c) {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
	}

	static boolean isDigit(char c) {
		return c >= '0' && c <= '9';
	}
}
