// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core;

import java.util.BitSet;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pmix4j.model.CpuSet;

/** A set of ranks of a job, as users write it: {@code 0,3-5}, or {@code all} ranks, however many there are. Immutable. */
public final class RankSet {
	/** Every rank. */
	public static final RankSet ALL = new RankSet(Optional.empty());

	private static final String ALL_WORD = "all";
	private static final int MOST = 1 << 16;
	private static final Pattern RANGE = Pattern.compile("(\\d{1,6})(?:-(\\d{1,6}))?");

	/** Empty for all ranks. */
	private final Optional<BitSet> ranks;

	private RankSet(Optional<BitSet> ranks) {
		this.ranks = ranks;
	}

	/**
	 * {@return the set of these ranks}
	 *
	 * @param ranks the ranks, at least one
	 * @throws IllegalArgumentException if there are none, because {@link #parse} could not read that
	 */
	public static RankSet of(BitSet ranks) {
		if (ranks.isEmpty()) {
			throw new IllegalArgumentException("a set of ranks needs at least one rank");
		}
		return new RankSet(Optional.of((BitSet) ranks.clone()));
	}

	/**
	 * Reads a set.
	 *
	 * @param text ranks and ranges with commas between them, or {@code all}; an empty text means all ranks, too
	 * @return the set; empty if the text is something else
	 */
	public static Optional<RankSet> parse(String text) {
		String stripped = text.strip();
		if (stripped.isEmpty() || stripped.equals(ALL_WORD)) {
			return Optional.of(ALL);
		}
		BitSet ranks = new BitSet();
		for (String part : stripped.split(",", -1)) {
			Matcher range = RANGE.matcher(part.strip());
			if (!range.matches()) {
				return Optional.empty();
			}
			int first = Integer.parseInt(range.group(1));
			int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
			if (first > last || last >= MOST) {
				return Optional.empty();
			}
			ranks.set(first, last + 1);
		}
		return Optional.of(new RankSet(Optional.of(ranks)));
	}

	/**
	 * {@return the numbers of the ranks of that job that are in this set}
	 *
	 * @param count the number of ranks of a job
	 */
	public BitSet within(int count) {
		BitSet all = new BitSet();
		all.set(0, count);
		ranks.ifPresent(all::and);
		return all;
	}

	/**
	 * {@return whether the set contains it}
	 *
	 * @param rank a rank, at least 0
	 */
	public boolean contains(int rank) {
		return ranks.isEmpty() || ranks.get().get(rank);
	}

	/** {@return whether it is the set of all ranks} */
	public boolean isAll() {
		return ranks.isEmpty();
	}

	/** {@return the number of ranks that a job must have to contain all of these; 0 for all ranks} */
	public int size() {
		return ranks.map(BitSet::length).orElse(0);
	}

	/** {@return the set as {@link #parse} reads it} */
	@Override
	public String toString() {
		if (ranks.isEmpty()) {
			return ALL_WORD;
		}
		return CpuSet.of(ranks.get()).list(); // the form of lists of processors is that of lists of ranks
	}
}
