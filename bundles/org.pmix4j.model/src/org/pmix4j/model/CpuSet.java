// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.BitSet;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The processors to which a process is bound.
 *
 * @param list processor numbers in hwloc's list form, such as 0-3,8; empty if the process is not bound
 */
public record CpuSet(String list) implements PmixValue {
	/** The highest processor number, far above any machine's; an open-ended list ends there. */
	public static final int HIGHEST = 0xffff;
	private static final String SOURCE = "hwloc:";
	private static final Pattern RANGE = Pattern.compile("(\\d{1,5})(?:(-)(\\d{1,5})?)?");

	/**
	 * {@return the set}
	 *
	 * @param numbers processor numbers of the kernel
	 */
	public static CpuSet of(BitSet numbers) {
		StringJoiner list = new StringJoiner(",");
		for (int first = numbers.nextSetBit(0); first >= 0;) {
			int end = numbers.nextClearBit(first);
			list.add(end == first + 1 ? Integer.toString(first) : first + "-" + (end - 1));
			first = numbers.nextSetBit(end);
		}
		return new CpuSet(list.toString());
	}

	/**
	 * Parses the form used in {@code pmix.cpuset}. C: PMIx_Parse_cpuset_string.
	 *
	 * @param text a cpuset such as {@code hwloc:0-3}
	 * @return the set
	 * @throws PmixException BAD_PARAM if the text names no source or has no valid list, NOT_SUPPORTED if the source is not hwloc
	 */
	public static CpuSet parse(String text) throws PmixException {
		if (text.indexOf(':') < 0) {
			throw new PmixException(Status.ERR_BAD_PARAM, "cpuset '" + text + "' does not name its source, as in hwloc:0-3");
		}
		if (!text.regionMatches(true, 0, SOURCE, 0, SOURCE.length() - 1)) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, "cpuset '" + text + "' is not from hwloc");
		}
		CpuSet set = new CpuSet(text.substring(text.indexOf(':') + 1));
		try {
			set.numbers();
			return set;
		} catch (IllegalArgumentException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "cpuset '" + text + "': " + e.getMessage(), e);
		}
	}

	/** {@return the form that {@link #parse} reads; C: PMIx_server_generate_cpuset_string} */
	public String toText() {
		return SOURCE + list;
	}

	/**
	 * {@return the processor numbers of the kernel}
	 *
	 * @throws IllegalArgumentException if the list is invalid or a number is too high
	 */
	public BitSet numbers() {
		BitSet numbers = new BitSet();
		for (String part : list.isEmpty() ? new String[0] : list.split(",", -1)) {
			Matcher range = RANGE.matcher(part);
			if (!range.matches()) {
				throw new IllegalArgumentException("not a list of numbers: " + list);
			}
			int first = Integer.parseInt(range.group(1));
			int last = range.group(2) == null ? first : range.group(3) == null ? HIGHEST : Integer.parseInt(range.group(3));
			if (last < first || last > HIGHEST) {
				throw new IllegalArgumentException("not a range from 0 to " + HIGHEST + ": " + part);
			}
			numbers.set(first, last + 1);
		}
		return numbers;
	}

	@Override
	public DataType type() {
		return DataType.PROC_CPUSET;
	}
}
