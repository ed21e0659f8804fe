// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.configuration;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Quotes words for a POSIX shell. Stateless. */
final class ShellText {
	private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

	private ShellText() {
	}

	static String join(List<String> words) {
		return words.stream().map(ShellText::quote).collect(Collectors.joining(" "));
	}

	static String quote(String word) {
		return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
	}
}
