// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.allocation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Cuts a hostfile into lines of words, without comments: {@code #} and {@code //} to the end of the line, and those between {@code /*}
 * and its counterpart. An equal sign is its own word, and quotes keep a word together. Used for one file.
 *
 * @see "PRRTE, util/hostfile/hostfile_lex.l"
 */
final class HostfileReader {
	private final String text;
	private final List<Line> lines = new ArrayList<>();
	private List<String> words = new ArrayList<>();
	private int at;
	private int number = 1;

	/**
	 * A line that is not empty.
	 *
	 * @param number in the file, from 1
	 * @param words  at least one
	 */
	record Line(int number, List<String> words) {
		/** Returns the word in lower case, with '-' for '_'; empty behind the end. */
		String keyword(int index) {
			return index < words.size() ? words.get(index).toLowerCase(Locale.ROOT).replace('_', '-') : "";
		}

		/** Returns whether an equal sign is there. */
		boolean isAssignment(int index) {
			return index < words.size() && words.get(index).equals("=");
		}
	}

	private HostfileReader(String text) {
		this.text = text;
	}

	/** Returns the lines; throws with a text for users if a quote or a comment does not end. */
	static List<Line> lines(String text) {
		HostfileReader reader = new HostfileReader(text);
		while (reader.at < text.length()) {
			reader.step();
		}
		reader.endLine();
		return reader.lines;
	}

	private void step() {
		char next = text.charAt(at);
		if (next == '\n') {
			endLine();
			number++;
			at++;
		} else if (next == '#' || text.startsWith("//", at)) {
			int end = text.indexOf('\n', at);
			at = end < 0 ? text.length() : end;
		} else if (text.startsWith("/*", at)) {
			skipComment();
		} else if (next == '"') {
			int end = text.indexOf('"', at + 1);
			if (end < 0 || text.substring(at, end).indexOf('\n') >= 0) {
				throw new IllegalArgumentException("line " + number + ": a quote has no end");
			}
			words.add(text.substring(at + 1, end));
			at = end + 1;
		} else if (next == '=') {
			words.add("=");
			at++;
		} else if (Character.isWhitespace(next)) {
			at++;
		} else {
			word();
		}
	}

	private void word() {
		int start = at;
		while (at < text.length() && !Character.isWhitespace(text.charAt(at)) && "=#\"".indexOf(text.charAt(at)) < 0) {
			at++;
		}
		words.add(text.substring(start, at));
	}

	private void skipComment() {
		int end = text.indexOf("*/", at + 2);
		if (end < 0) {
			throw new IllegalArgumentException("line " + number + ": a comment has no end");
		}
		endLine();
		number += (int) text.substring(at, end).chars().filter(character -> character == '\n').count();
		at = end + 2;
	}

	private void endLine() {
		if (!words.isEmpty()) {
			lines.add(new Line(number, words));
			words = new ArrayList<>();
		}
	}
}
