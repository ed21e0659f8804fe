// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import java.util.ArrayList;
import java.util.List;
import org.pmix4j.wire.Limits;

import org.pmix4j.model.ByteObject;

/**
 * Lists of the ranks on each node in one text, the value of {@code pmix.pmap}; nodes are separated by semicolons. Reads all forms: native
 * ({@code pmix[0-3;4-7]}), raw ({@code raw:0,1;2,3}), compressed, and plain. Writes native and raw only, since releases up to 5.0.9 and
 * 6.0.0 cannot read the compressed form.
 *
 * @see "PMIx Standard, PMIx_generate_ppn; OpenPMIx src/mca/preg"
 */
public final class PpnRegex {
	private static final long MAX_RANK = 0xffffffffL;

	private PpnRegex() {
	}

	/**
	 * Writes a list.
	 *
	 * @param ranksOfNodes unsigned ranks of each node; C readers skip empty entries and so lose a node without ranks
	 * @return the list in native form; in raw form where native would be longer than the plain list
	 */
	public static String generate(List<? extends List<Integer>> ranksOfNodes) {
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
		// the highest rank has no successor
		return next == rank + 1 && next != 0;
	}

	private static String text(int rank) {
		return Integer.toUnsignedString(rank);
	}

	/**
	 * Reads a list.
	 *
	 * @param regex  a list in any form, with or without a terminating NUL
	 * @param limits bound the number of nodes and of ranks
	 * @return the ranks of each node
	 * @throws MalformedMessageException if the list is malformed or exceeds a limit
	 */
	public static List<RankList> parse(ByteObject regex, Limits limits) throws MalformedMessageException {
		return parse(RegexForm.text(regex, limits), limits);
	}

	/**
	 * Reads a list.
	 *
	 * @param regex  a list in any form except the compressed one
	 * @param limits bound the number of nodes and of ranks
	 * @return the ranks of each node
	 * @throws MalformedMessageException if the list is malformed or exceeds a limit
	 */
	public static List<RankList> parse(String regex, Limits limits) throws MalformedMessageException {
		String list = RegexForm.isNative(regex) ? RegexForm.nativeItems(regex) : RegexForm.plainItems(regex);
		List<RankList> nodes = new ArrayList<>();
		long left = limits.maxCount();
		for (String node : list.split(";", -1)) {
			RankList.Builder ranks = new RankList.Builder();
			for (String range : node.split(",")) {
				left = addRange(ranks, range, left);
			}
			nodes.add(ranks.build());
		}
		// no form distinguishes one node without ranks from an empty list
		return nodes.size() == 1 && nodes.get(0).isEmpty() ? List.of() : nodes;
	}

	/** Adds a rank or a range and returns how many more ranks are allowed. */
	private static long addRange(RankList.Builder ranks, String range, long left) throws MalformedMessageException {
		if (range.isEmpty()) {
			return left;
		}
		int dash = range.indexOf('-');
		long first = rank(dash < 0 ? range : range.substring(0, dash));
		long last = dash < 0 ? first : rank(range.substring(dash + 1));
		if (last < first || last - first >= left) {
			throw new MalformedMessageException("ranks from " + first + " to " + last + ": descending, or more than allowed");
		}
		ranks.add((int) first, (int) (last - first + 1));
		return left - (last - first + 1);
	}

	private static long rank(String digits) throws MalformedMessageException {
		try {
			long rank = Long.parseLong(digits);
			if (rank >= 0 && rank <= MAX_RANK) {
				return rank;
			}
		} catch (NumberFormatException e) {
			// reported below
		}
		throw new MalformedMessageException("'" + digits.substring(0, Math.min(digits.length(), 20)) + "' instead of a rank");
	}
}
