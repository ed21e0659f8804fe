// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import java.util.ArrayList;
import java.util.List;
import org.pmix4j.wire.Limits;

import org.pmix4j.model.ByteObject;

/**
 * The ranks of each node in one text, as {@code pmix.pmap} carries them: nodes are separated by semicolons. All forms are read:
 * native ({@code pmix[0-3;4-7]}), raw ({@code raw:0,1;2,3}), compressed, and plain. Native and raw are written; compressed never,
 * for releases up to 5.0.9 and 6.0.0 cannot read it.
 *
 * @see "PMIx Standard, PMIx_generate_ppn; OpenPMIx src/mca/preg"
 */
public final class PpnRegex {
	private static final long MAX_RANK = 0xffffffffL;

	private PpnRegex() {
	}

	/**
	 * @param ranksOfNodes the ranks of each node, unsigned. A node without any is lost on C readers, which skip empty entries
	 * @return the list in native form, or in raw form where that would be longer than the plain list
	 */
	public static String generate(List<List<Integer>> ranksOfNodes) {
		StringBuilder plain = new StringBuilder();
		StringBuilder ranges = new StringBuilder();
		String separator = "";
		for (List<Integer> ranks : ranksOfNodes) {
			plain.append(separator);
			ranges.append(separator);
			put(ranks, plain, ranges);
			separator = ";";
		}
		String compact = RegexForm.toNative(ranges);
		return compact.length() > plain.length() ? RegexForm.RAW + plain : compact;
	}

	private static void put(List<Integer> ranks, StringBuilder plain, StringBuilder ranges) {
		for (int i = 0; i < ranks.size();) {
			int last = i;
			while (last + 1 < ranks.size() && follows(ranks.get(last + 1), ranks.get(last))) {
				last++;
			}
			ranges.append(i == 0 ? "" : ",").append(text(ranks.get(i)));
			if (last > i) {
				ranges.append('-').append(text(ranks.get(last)));
			}
			for (; i <= last; i++) {
				plain.append(i == 0 ? "" : ",").append(text(ranks.get(i)));
			}
		}
	}

	private static boolean follows(int next, int rank) {
		// nothing follows the highest rank
		return next == rank + 1 && next != 0;
	}

	private static String text(int rank) {
		return Integer.toUnsignedString(rank);
	}

	/**
	 * @param regex  a list in any form, with or without a NUL at its end
	 * @param limits bound the number of nodes and of ranks
	 * @return the ranks of each node
	 * @throws MalformedMessageException if it cannot be read or exceeds a limit
	 */
	public static List<List<Integer>> parse(ByteObject regex, Limits limits) throws MalformedMessageException {
		return parse(RegexForm.text(regex, limits), limits);
	}

	/**
	 * @param regex  a list in any form but the compressed one
	 * @param limits bound the number of nodes and of ranks
	 * @return the ranks of each node
	 * @throws MalformedMessageException if it cannot be read or exceeds a limit
	 */
	public static List<List<Integer>> parse(String regex, Limits limits) throws MalformedMessageException {
		String list = RegexForm.isNative(regex) ? RegexForm.nativeItems(regex) : RegexForm.plainItems(regex);
		List<List<Integer>> nodes = new ArrayList<>();
		long left = limits.maxCount();
		for (String node : list.split(";", -1)) {
			List<Integer> ranks = new ArrayList<>();
			for (String range : node.split(",")) {
				left = addRange(ranks, range, left);
			}
			nodes.add(ranks);
		}
		// no form tells one node without ranks from no node
		return nodes.size() == 1 && nodes.get(0).isEmpty() ? List.of() : nodes;
	}

	/** Adds a rank or a range, and returns how many more may come. */
	private static long addRange(List<Integer> ranks, String range, long left) throws MalformedMessageException {
		if (range.isEmpty()) {
			return left;
		}
		int dash = range.indexOf('-');
		long first = rank(dash < 0 ? range : range.substring(0, dash));
		long last = dash < 0 ? first : rank(range.substring(dash + 1));
		if (last < first || last - first >= left) {
			throw new MalformedMessageException("ranks from " + first + " to " + last + ": out of order, or more than allowed");
		}
		for (long rank = first; rank <= last; rank++) {
			ranks.add((int) rank);
		}
		return left - (last - first + 1);
	}

	private static long rank(String digits) throws MalformedMessageException {
		try {
			long rank = Long.parseLong(digits);
			if (rank >= 0 && rank <= MAX_RANK) {
				return rank;
			}
		} catch (NumberFormatException e) {
			// told below
		}
		throw new MalformedMessageException("'" + digits.substring(0, Math.min(digits.length(), 20)) + "' where a rank belongs");
	}
}
