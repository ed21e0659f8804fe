// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.internal.nodelist;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.job.internal.nodelist.NodeEntry.Kind;

/**
 * Reads a list of nodes, as {@code --host} and PMIX_HOST give it: {@code node:2,node,user@node:*,+n0:1,+e:2,^node}. Stateless.
 *
 * @see "PRRTE, util/dash_host"
 */
public final class NodeList {
	private NodeList() {
	}

	/**
	 * @param list what a user wrote
	 * @return the entries in their order, at least one
	 * @throws IllegalArgumentException if one of them does not follow the grammar, or there is none; with a text for users
	 */
	public static List<NodeEntry> parse(String list) {
		List<NodeEntry> entries = new ArrayList<>();
		for (String word : list.split(",")) {
			if (!word.isBlank()) {
				entries.add(entry(word.strip()));
			}
		}
		if (entries.isEmpty()) {
			throw new IllegalArgumentException("it names no node");
		}
		return entries;
	}

	private static NodeEntry entry(String word) {
		int colon = slotsAt(word);
		if (colon < 0) {
			return NodeListParser.node(word.startsWith("[") && word.endsWith("]") ? word.substring(1, word.length() - 1) : word);
		}
		String name = word.substring(0, colon);
		NodeEntry node = NodeListParser.node(name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name);
		if (node.kind() == Kind.EXCLUDED) {
			throw new IllegalArgumentException("'" + word + "' excludes a node, and so cannot state its slots");
		}
		return node.withSlots(word.substring(colon + 1));
	}

	/** Returns the place of the colon before the slots; -1 if there is none. An IPv6 address has more than one, unless it is in brackets. */
	private static int slotsAt(String word) {
		int colon = word.indexOf(':');
		if (word.length() > 1 && word.charAt(0) == '+' && Character.toLowerCase(word.charAt(1)) == 'e') {
			return colon < 0 ? -1 : word.indexOf(':', colon + 1);
		}
		if (word.startsWith("[")) {
			int end = word.indexOf(']');
			return end > 0 && end + 1 < word.length() && word.charAt(end + 1) == ':' ? end + 1 : -1;
		}
		return colon > 0 && colon == word.lastIndexOf(':') ? colon : -1;
	}
}
