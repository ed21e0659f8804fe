// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.ArrayList;
import java.util.List;

/** Splits a line into words as a shell does, without any substitution. One line. */
final class ShellWords {
	private final String line;
	private final List<String> words = new ArrayList<>();
	private final StringBuilder word = new StringBuilder();
	private boolean inWord;
	private int position;

	private ShellWords(String line) {
		this.line = line;
	}

	/**
	 * Returns the words. Text between single quotes stays as it is; a backslash takes the meaning from the next character, between double
	 * quotes from a quote and a backslash alone. A word that begins with # begins a comment.
	 *
	 * @throws IllegalArgumentException if a quote is not closed; the message begins with the place
	 */
	static List<String> split(String line, String place) {
		ShellWords split = new ShellWords(line);
		if (!split.run()) {
			throw new IllegalArgumentException(place + ": a quote is not closed");
		}
		return split.words;
	}

	private boolean run() {
		while (position < line.length()) {
			char c = line.charAt(position++);
			if (c == '\'' || c == '"') {
				inWord = true;
				if (!quoted(c)) {
					return false;
				}
			} else if (c == '\\' && position < line.length()) {
				inWord = true;
				word.append(line.charAt(position++));
			} else if (Character.isWhitespace(c)) {
				end();
			} else if (c == '#' && !inWord) {
				break;
			} else {
				inWord = true;
				word.append(c);
			}
		}
		end();
		return true;
	}

	/** Reads up to the closing quote, and returns whether there is one. */
	private boolean quoted(char quote) {
		while (position < line.length()) {
			char c = line.charAt(position++);
			if (c == quote) {
				return true;
			}
			boolean isEscape = c == '\\' && quote == '"' && position < line.length() && "\"\\".indexOf(line.charAt(position)) >= 0;
			word.append(isEscape ? line.charAt(position++) : c);
		}
		return false;
	}

	private void end() {
		if (inWord) {
			words.add(word.toString());
			word.setLength(0);
			inWord = false;
		}
	}
}
