// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.configuration;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Quotes arguments for a POSIX shell, and finds mistakes in quotes that {@link org.eclipse.debug.core.DebugPlugin#parseArguments} passes
 * over. Stateless.
 */
public final class QuotedText {
	private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

	private QuotedText() {
	}

	static String join(List<String> words) {
		return words.stream().map(QuotedText::quote).collect(Collectors.joining(" "));
	}

	static String quote(String word) {
		return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
	}

	/**
	 * @param text arguments with single and double quotes and backslashes
	 * @return the quote that nothing closes; empty if all are closed
	 */
	public static Optional<String> openQuote(String text) {
		char open = 0;
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (c == '\\' && open != '\'') {
				i++;
			} else if (open == 0 && (c == '"' || c == '\'')) {
				open = c;
			} else if (c == open) {
				open = 0;
			}
		}
		return open == 0 ? Optional.empty() : Optional.of(String.valueOf(open));
	}
}
