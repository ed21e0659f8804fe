// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.ArrayList;
import java.util.List;

/** Splits texts into lists as the C library does, which differs from {@link String#split} at the ends of a text. Stateless. */
public final class Argv {
	private Argv() {
	}

	/**
	 * Splits a text and drops empty parts. C: PMIx_Argv_split.
	 *
	 * @param text      any text
	 * @param delimiter separates the parts
	 * @return the parts that are not empty
	 */
	public static List<String> split(String text, char delimiter) {
		return split(text, delimiter, false);
	}

	/**
	 * Splits a text and keeps empty parts, except one after a last delimiter: {@code ",a,,b,"} has the parts "", "a", "" and "b". C:
	 * PMIx_Argv_split_with_empty.
	 *
	 * @param text      any text
	 * @param delimiter separates the parts
	 * @return the parts
	 */
	public static List<String> splitWithEmpty(String text, char delimiter) {
		return split(text, delimiter, true);
	}

	private static List<String> split(String text, char delimiter, boolean empty) {
		List<String> parts = new ArrayList<>();
		for (int start = 0; start < text.length();) {
			int end = text.indexOf(delimiter, start);
			int stop = end < 0 ? text.length() : end;
			if (empty || stop > start) {
				parts.add(text.substring(start, stop));
			}
			start = stop + 1;
		}
		return List.copyOf(parts);
	}
}
