// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.internal.policy;

import java.util.List;
import java.util.Optional;

import org.pmix4j.model.PmixException;

/** Reads lists of logical processor numbers, such as {@code 0,2,4-7}. Stateless. */
public final class CpuRanges {
	private static final int HIGHEST = 0xffff;

	private CpuRanges() {
	}

	/**
	 * Checks a list.
	 *
	 * @param list   numbers and ranges, with commas between
	 * @param source what the user wrote, for the message
	 * @throws PmixException BAD_PARAM if the text is not such a list
	 */
	public static void check(String list, String source) throws PmixException {
		List<String> ranges = Words.split(list, ',');
		boolean good = !ranges.isEmpty();
		for (String range : ranges) {
			good &= range(range).isPresent();
		}
		if (!good) {
			throw Words.refused("'" + source + "' must be a list of logical processor numbers and ranges, for example 0,2,4-7");
		}
	}

	/**
	 * @param text {@code N} or {@code N-M}
	 * @return its first and its last number; empty if the text is neither
	 */
	public static Optional<int[]> range(String text) {
		List<String> ends = text.startsWith("-") || text.endsWith("-") ? List.of() : Words.split(text, '-');
		if (ends.isEmpty() || ends.size() > 2) {
			return Optional.empty();
		}
		int first = Words.number(ends.get(0), HIGHEST);
		int last = Words.number(ends.get(ends.size() - 1), HIGHEST);
		return first < 0 || last < first ? Optional.empty() : Optional.of(new int[] { first, last });
	}
}
