// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.internal.nodelist;

import org.pmix4j.job.internal.nodelist.NodeEntry.Kind;
import org.pmix4j.job.internal.nodelist.NodeEntry.Slots;

/** Reads the words that lists of nodes and hostfiles share. Stateless. Throws {@link IllegalArgumentException} with a text for users. */
public final class NodeListParser {
	/** A larger number of slots is a typing error. */
	private static final int MOST = 1 << 20;
	private static final int DIGITS = 7;

	private NodeListParser() {
	}

	/**
	 * Reads a node.
	 *
	 * @param word {@code name}, {@code user@name}, {@code ^name}, {@code +n2}, {@code +e} or {@code +e:2}
	 * @return an entry that says nothing about slots
	 */
	public static NodeEntry node(String word) {
		if (word.startsWith("+")) {
			return relative(word);
		}
		boolean excluded = word.startsWith("^");
		String name = word.substring(Math.max(excluded ? 1 : 0, word.lastIndexOf('@') + 1));
		if (name.startsWith("^")) {
			return node(name);
		}
		if (name.isEmpty() || word.indexOf('@') != word.lastIndexOf('@')) {
			throw new IllegalArgumentException("'" + word + "' is not a node, such as node, user@node or ^node");
		}
		for (int i = 0; i < name.length(); i++) {
			if (!Character.isLetterOrDigit(name.charAt(i)) && "-_.:%".indexOf(name.charAt(i)) < 0) {
				throw new IllegalArgumentException("the name of node '" + name + "' must not contain '" + name.charAt(i) + "'");
			}
		}
		return new NodeEntry(excluded ? Kind.EXCLUDED : Kind.NAMED, name, 0, Slots.OPEN, 0, 0);
	}

	private static NodeEntry relative(String word) {
		char kind = word.length() < 2 ? ' ' : Character.toLowerCase(word.charAt(1));
		String rest = word.substring(Math.min(2, word.length()));
		if (kind == 'n' && !rest.isEmpty()) {
			return new NodeEntry(Kind.INDEXED, word, number(rest, "the position in '" + word + "'"), Slots.OPEN, 0, 0);
		}
		if (kind == 'e') {
			int count = rest.isEmpty() ? NodeEntry.ALL
					: number(rest.startsWith(":") ? rest.substring(1) : rest, "the number of empty nodes in '" + word + "'");
			return new NodeEntry(Kind.EMPTY, word, count, Slots.OPEN, 0, 0);
		}
		throw new IllegalArgumentException("'" + word + "' must be +n and the position of a node, +e for all empty nodes,"
				+ " or +e: and a number of them");
	}

	/**
	 * Reads a number without sign.
	 *
	 * @param word its digits
	 * @param what the number is, for the message
	 * @return the number
	 */
	public static int number(String word, String what) {
		boolean digits = !word.isEmpty() && word.length() <= DIGITS;
		for (int i = 0; digits && i < word.length(); i++) {
			digits = word.charAt(i) >= '0' && word.charAt(i) <= '9';
		}
		if (!digits || Integer.parseInt(word) > MOST) {
			throw new IllegalArgumentException(what + " must be 0 to " + MOST + ", not '" + word + "'");
		}
		return Integer.parseInt(word);
	}
}
