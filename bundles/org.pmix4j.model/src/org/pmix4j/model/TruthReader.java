// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.Locale;
import java.util.Optional;

/** Reads truth values as the C library does since release 6.1; older releases accept fewer words. Stateless. */
final class TruthReader {
	private TruthReader() {
	}

	static Optional<Boolean> read(PmixValue value) {
		return switch (value) {
			case PmixValue.Bool bool -> Optional.of(bool.value());
			case PmixValue.Undef nothing -> Optional.of(Boolean.TRUE);
			case PmixValue.NullStr nothing -> Optional.of(Boolean.TRUE);
			case PmixValue.Str text -> read(text.value());
			default -> Optional.empty();
		};
	}

	private static Optional<Boolean> read(String text) {
		int start = 0;
		while (start < text.length() && isSpace(text.charAt(start))) {
			start++;
		}
		String word = text.substring(start).toLowerCase(Locale.ROOT);
		if (word.isEmpty()) {
			return Optional.of(Boolean.TRUE);
		}
		if (isDigit(word.charAt(0))) {
			return Optional.of(number(word) != 0);
		}
		if (word.startsWith("yes") || word.startsWith("true") || word.startsWith("enable") || word.equals("y") || word.equals("t")) {
			return Optional.of(Boolean.TRUE);
		}
		if (word.startsWith("no") || word.startsWith("false") || word.startsWith("disable") || word.equals("n") || word.equals("f")) {
			return Optional.of(Boolean.FALSE);
		}
		return Optional.empty();
	}

	private static boolean isSpace(char c) {
		return c == ' ' || c >= '\t' && c <= '\r';
	}

	private static boolean isDigit(char c) {
		return c >= '0' && c <= '9';
	}

	/** Reads the digits at the beginning like atoi: a long, of which 32 bits remain. */
	private static int number(String word) {
		long number = 0;
		for (int i = 0; i < word.length() && isDigit(word.charAt(i)); i++) {
			int digit = word.charAt(i) - '0';
			if (number > (Long.MAX_VALUE - digit) / 10) {
				return -1;
			}
			number = number * 10 + digit;
		}
		return (int) number;
	}
}
