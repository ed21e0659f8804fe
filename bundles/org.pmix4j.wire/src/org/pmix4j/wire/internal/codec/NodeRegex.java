// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import java.util.ArrayList;
import java.util.List;
import org.pmix4j.wire.Limits;

import org.pmix4j.model.ByteObject;

/**
 * Lists of node names in one text, the value of {@code pmix.nmap}. Reads all forms: native ({@code pmix[node[3:1-3,10]]}), raw ({@code
 * raw:a,b}), compressed, and plain. Writes native and raw only, since releases up to 5.0.9 and 6.0.0 cannot read the compressed form.
 *
 * @see "PMIx Standard, PMIx_generate_regex; OpenPMIx src/mca/preg"
 */
public final class NodeRegex {
	private static final int MAX_DIGITS = 18;

	private NodeRegex() {
	}

	/**
	 * Writes a list. Consecutive names become a range if they differ only in a number of the same width; the order is kept. Names with
	 * characters other than letters and digits are written unchanged.
	 *
	 * @param nodes the names
	 * @return the list in native form; in raw form if a name contains a bracket or the list is empty
	 * @throws IllegalArgumentException if a name is empty or contains a comma or NUL, which no form can express
	 */
	public static String generate(List<String> nodes) {
		boolean raw = nodes.isEmpty();
		for (String node : nodes) {
			if (node.isEmpty() || node.indexOf(',') >= 0 || node.indexOf('\0') >= 0) {
				throw new IllegalArgumentException("not a node name: '" + node + "'");
			}
			raw |= node.indexOf('[') >= 0 || node.indexOf(']') >= 0;
		}
		return raw ? RegexForm.RAW + String.join(",", nodes) : RegexForm.toNative(new NodeRanges(nodes).items());
	}

	/**
	 * Reads a list.
	 *
	 * @param regex  a list in any form, with or without a terminating NUL
	 * @param limits bound the number of names and their total length
	 * @return the names
	 * @throws MalformedMessageException if the list is malformed or exceeds a limit
	 */
	public static List<String> parse(ByteObject regex, Limits limits) throws MalformedMessageException {
		return parse(RegexForm.text(regex, limits), limits);
	}

	/**
	 * Reads a list.
	 *
	 * @param regex  a list in any form except the compressed one
	 * @param limits bound the number of names and their total length
	 * @return the names
	 * @throws MalformedMessageException if the list is malformed or exceeds a limit
	 */
	public static List<String> parse(String regex, Limits limits) throws MalformedMessageException {
		Expansion names = new Expansion(limits);
		if (RegexForm.isNative(regex)) {
			parseItems(RegexForm.nativeItems(regex), names);
		} else {
			String list = RegexForm.plainItems(regex);
			for (int at = 0; at < list.length();) {
				int end = indexOrEnd(list, ',', at);
				names.add(list.substring(at, end));
				at = end + 1;
			}
		}
		return names.all;
	}

	private static void parseItems(String items, Expansion names) throws MalformedMessageException {
		for (int at = 0; at < items.length();) {
			int end = indexOrEnd(items, ',', at);
			int open = items.indexOf('[', at, end);
			if (open < 0) {
				names.add(items.substring(at, end));
			} else {
				int close = items.indexOf(']', open);
				if (close < 0) {
					throw new MalformedMessageException("unbalanced bracket in a list of nodes");
				}
				end = indexOrEnd(items, ',', close);
				parseRanges(items.substring(open + 1, close), items.substring(at, open), items.substring(close + 1, end), names);
			}
			at = end + 1;
		}
	}

	/** Parses the inside of a bracket: number of digits, a colon, ranges. */
	private static void parseRanges(String inside, String prefix, String suffix, Expansion names) throws MalformedMessageException {
		int colon = inside.indexOf(':');
		if (colon < 0) {
			throw new MalformedMessageException("range of nodes without its number of digits");
		}
		long width = number(inside.substring(0, colon));
		for (String range : inside.substring(colon + 1).split(",", -1)) {
			int dash = range.indexOf('-');
			long first = number(dash < 0 ? range : range.substring(0, dash));
			long last = dash < 0 ? first : number(range.substring(dash + 1));
			names.addRange(prefix, width, first, last, suffix);
		}
	}

	private static long number(String digits) throws MalformedMessageException {
		boolean valid = !digits.isEmpty() && digits.length() <= MAX_DIGITS;
		for (int i = 0; i < digits.length() && valid; i++) {
			valid = NodeRanges.isDigit(digits.charAt(i));
		}
		if (!valid) {
			throw new MalformedMessageException("'" + digits.substring(0, Math.min(digits.length(), MAX_DIGITS))
					+ "' instead of a number in a list of nodes");
		}
		return Long.parseLong(digits);
	}

	private static int indexOrEnd(String text, char c, int from) {
		int index = text.indexOf(c, from);
		return index < 0 ? text.length() : index;
	}

	/** The names so far, with the remaining allowance, since a short text can expand to very many names. */
	private static final class Expansion {
		private final Limits limits;
		private final List<String> all = new ArrayList<>();
		private long charactersLeft;

		Expansion(Limits limits) {
			this.limits = limits;
			this.charactersLeft = limits.maxInflated();
		}

		private void take(long count, long lengthOfEach) throws MalformedMessageException {
			if (count > limits.maxCount() - all.size() || lengthOfEach > charactersLeft / count) {
				throw new MalformedMessageException("list of more than " + limits.maxCount() + " nodes or " + limits.maxInflated()
						+ " characters");
			}
			charactersLeft -= count * lengthOfEach;
		}

		void add(String name) throws MalformedMessageException {
			if (!name.isEmpty()) {
				take(1, name.length());
				all.add(name);
			}
		}

		void addRange(String prefix, long width, long first, long last, String suffix) throws MalformedMessageException {
			if (last < first) {
				throw new MalformedMessageException("descending range of nodes from " + first + " to " + last);
			}
			take(last - first + 1, prefix.length() + Math.max(width, MAX_DIGITS) + suffix.length());
			for (long number = first; number <= last; number++) {
				String digits = Long.toString(number);
				all.add(prefix + "0".repeat(Math.max(0, (int) width - digits.length())) + digits + suffix);
			}
		}
	}
}
