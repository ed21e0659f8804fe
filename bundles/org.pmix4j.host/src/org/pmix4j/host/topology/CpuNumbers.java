// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.topology;

import java.util.BitSet;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sets of numbers, of processors or nodes, in the forms of the kernel and of hwloc. Without state. */
public final class CpuNumbers {
	private static final Pattern RANGE = Pattern.compile("(\\d{1,7})(?:-(\\d{1,7}))?");
	private static final int WORD = 32;

	private CpuNumbers() {
	}

	/**
	 * @param list such as {@code 0-3,8}
	 * @return the numbers
	 * @throws IllegalArgumentException if it is no such list
	 */
	public static BitSet parse(String list) {
		BitSet numbers = new BitSet();
		if (list.isEmpty()) {
			return numbers;
		}
		for (String part : list.split(",", -1)) {
			Matcher range = RANGE.matcher(part);
			if (!range.matches()) {
				throw new IllegalArgumentException("not a list of numbers: " + list);
			}
			int first = Integer.parseInt(range.group(1));
			int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
			if (last < first) {
				throw new IllegalArgumentException("a range that goes down: " + list);
			}
			numbers.set(first, last + 1);
		}
		return numbers;
	}

	/**
	 * @param numbers a set
	 * @return as hwloc lists it: {@code 0-3,8}
	 */
	public static String list(BitSet numbers) {
		StringJoiner list = new StringJoiner(",");
		for (int first = numbers.nextSetBit(0); first >= 0;) {
			int end = numbers.nextClearBit(first);
			list.add(end == first + 1 ? Integer.toString(first) : first + "-" + (end - 1));
			first = numbers.nextSetBit(end);
		}
		return list.toString();
	}

	/**
	 * @param numbers a set
	 * @return as hwloc writes it in XML: words of 32 bits, the highest first
	 */
	public static String mask(BitSet numbers) {
		StringJoiner words = new StringJoiner(",");
		for (int word = Math.max(0, (numbers.length() - 1) / WORD); word >= 0; word--) {
			long[] bits = numbers.get(word * WORD, (word + 1) * WORD).toLongArray();
			words.add(String.format("0x%08x", bits.length == 0 ? 0L : bits[0]));
		}
		return words.toString();
	}
}
