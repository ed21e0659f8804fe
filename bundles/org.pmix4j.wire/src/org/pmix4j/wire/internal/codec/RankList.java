// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Objects;
import java.util.RandomAccess;

/** An immutable list of ranks, kept as ranges of consecutive ranks: a node of any size takes a few bytes if its ranks follow each other. */
public final class RankList extends AbstractList<Integer> implements RandomAccess {
	/** Receives a range. */
	public interface RangeReader {
		/**
		 * @param index of the first rank in the list
		 * @param first unsigned number of the first rank
		 * @param count number of ranks, at least 1
		 */
		void range(int index, int first, int count);
	}

	/** First rank of each range. */
	private final int[] firsts;
	/** Index after the last rank of each range. */
	private final int[] ends;

	private RankList(int[] firsts, int[] ends) {
		this.firsts = firsts;
		this.ends = ends;
	}

	/**
	 * Passes each range to a reader, in order.
	 *
	 * @param reader receives the ranges
	 */
	public void forEachRange(RangeReader reader) {
		int index = 0;
		for (int i = 0; i < firsts.length; i++) {
			reader.range(index, firsts[i], ends[i] - index);
			index = ends[i];
		}
	}

	/** @return number of ranges */
	public int ranges() {
		return firsts.length;
	}

	@Override
	public int size() {
		return ends.length == 0 ? 0 : ends[ends.length - 1];
	}

	@Override
	public Integer get(int index) {
		Objects.checkIndex(index, size());
		int found = Arrays.binarySearch(ends, index + 1);
		int range = found < 0 ? -found - 1 : found;
		return firsts[range] + index - (range == 0 ? 0 : ends[range - 1]);
	}

	/** Collects ranks in order. */
	static final class Builder {
		private static final int FEW = 2;

		private int[] firsts = new int[FEW];
		private int[] ends = new int[FEW];
		private int ranges;

		/** Appends consecutive ranks. */
		void add(int first, int count) {
			int size = ranges == 0 ? 0 : ends[ranges - 1];
			if (ranges > 0 && follows(first)) {
				ends[ranges - 1] += count;
				return;
			}
			if (ranges == firsts.length) {
				firsts = Arrays.copyOf(firsts, 2 * ranges);
				ends = Arrays.copyOf(ends, 2 * ranges);
			}
			firsts[ranges] = first;
			ends[ranges++] = size + count;
		}

		private boolean follows(int first) {
			int before = ranges == 1 ? 0 : ends[ranges - 2];
			// the highest rank has no successor
			return first != 0 && first == firsts[ranges - 1] + ends[ranges - 1] - before;
		}

		RankList build() {
			return new RankList(Arrays.copyOf(firsts, ranges), Arrays.copyOf(ends, ranges));
		}
	}
}
