// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.jobinfo;

import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;

import org.pmix4j.wire.internal.codec.RankList;

/**
 * Finds ranks in the process map of a job. Keeps ranges of consecutive ranks, not ranks. Immutable. Only the first occurrence of a rank
 * counts.
 */
final class ProcessMap {
	/**
	 * The place of a rank.
	 *
	 * @param node  index in the node map
	 * @param local index among the ranks of the node
	 */
	record Place(int node, int local) {
	}

	private static final long LOW = 0xffffffffL;
	private static final int NOWHERE = -1;

	/** First ranks of the ranges in ascending order, with the sign bit inverted, so that signed comparison orders unsigned ranks. */
	private final int[] firsts;
	/** Number of ranks below each range; the last entry is the number of all ranks. */
	private final int[] below;
	private final int[] nodes;
	private final int[] locals;

	private ProcessMap(int ranges) {
		firsts = new int[ranges];
		below = new int[ranges + 1];
		nodes = new int[ranges];
		locals = new int[ranges];
	}

	/** @param ranks the ranks of each node, in the order of the node map */
	static ProcessMap of(List<RankList> ranks) {
		int ranges = 0;
		for (RankList node : ranks) {
			ranges += node.ranges();
		}
		Collector all = new Collector(ranges);
		for (int i = 0; i < ranks.size(); i++) {
			int node = i;
			ranks.get(i).forEachRange((index, first, count) -> all.add(first, count, node, index));
		}
		ProcessMap sorted = all.sorted();
		return sorted.isDisjoint() ? sorted : single(ranks);
	}

	/**
	 * @param known ranks of the job
	 * @return this map, with those of the ranks that have no place, too
	 */
	ProcessMap with(Collection<Integer> known) {
		List<Integer> others = known.stream().filter(rank -> !contains(rank)).toList();
		if (others.isEmpty()) {
			return this;
		}
		Collector all = new Collector(firsts.length + others.size());
		for (int i = 0; i < firsts.length; i++) {
			all.add(firsts[i] ^ Integer.MIN_VALUE, below[i + 1] - below[i], nodes[i], locals[i]);
		}
		others.forEach(rank -> all.add(rank, 1, NOWHERE, 0));
		return all.sorted();
	}

	private boolean isDisjoint() {
		for (int i = 1; i < firsts.length; i++) {
			if ((long) firsts[i - 1] + below[i] - below[i - 1] > firsts[i]) {
				return false;
			}
		}
		return true;
	}

	/** Takes rank by rank, since some of them are listed several times. */
	private static ProcessMap single(List<RankList> ranks) {
		Map<Integer, Place> places = new TreeMap<>();
		for (int node = 0; node < ranks.size(); node++) {
			for (int local = 0; local < ranks.get(node).size(); local++) {
				places.putIfAbsent(ranks.get(node).get(local) ^ Integer.MIN_VALUE, new Place(node, local));
			}
		}
		Collector all = new Collector(places.size());
		places.forEach((rank, place) -> all.add(rank ^ Integer.MIN_VALUE, 1, place.node(), place.local()));
		return all.sorted();
	}

	/** @return number of different ranks */
	int size() {
		return below[firsts.length];
	}

	/** @return the place of a rank; empty if it has none */
	Optional<Place> find(int rank) {
		int range = range(rank);
		return has(range, rank) && nodes[range] != NOWHERE
				? Optional.of(new Place(nodes[range], locals[range] + offset(range, rank)))
				: Optional.empty();
	}

	/** @return whether the job has a rank */
	boolean contains(int rank) {
		return has(range(rank), rank);
	}

	/** @return number of ranks with lower numbers */
	int below(int rank) {
		int range = range(rank);
		return range < 0 ? 0 : below[range] + Math.min(offset(range, rank), below[range + 1] - below[range]);
	}

	/** @return all ranks in ascending order */
	Iterator<Integer> ranks() {
		return new Iterator<>() {
			private int range;
			private int next;

			@Override
			public boolean hasNext() {
				return next < size();
			}

			@Override
			public Integer next() {
				if (!hasNext()) {
					throw new NoSuchElementException();
				}
				while (next >= below[range + 1]) {
					range++;
				}
				return (firsts[range] ^ Integer.MIN_VALUE) + next++ - below[range];
			}
		};
	}

	/** Returns the last range that does not begin after a rank; -1 without one. */
	private int range(int rank) {
		int found = Arrays.binarySearch(firsts, rank ^ Integer.MIN_VALUE);
		return found < 0 ? -found - 2 : found;
	}

	/** Returns the distance of a rank from the start of a range, limited for very distant ranks. */
	private int offset(int range, int rank) {
		return (int) Math.min((long) (rank ^ Integer.MIN_VALUE) - firsts[range], Integer.MAX_VALUE);
	}

	private boolean has(int range, int rank) {
		return range >= 0 && offset(range, rank) < below[range + 1] - below[range];
	}

	/** Ranges in the order of the nodes. */
	private static final class Collector {
		private final long[] order;
		private final int[] counts;
		private final int[] nodes;
		private final int[] locals;
		private int ranges;

		Collector(int ranges) {
			order = new long[ranges];
			counts = new int[ranges];
			nodes = new int[ranges];
			locals = new int[ranges];
		}

		void add(int first, int count, int node, int local) {
			order[ranges] = (long) (first ^ Integer.MIN_VALUE) << Integer.SIZE | ranges;
			counts[ranges] = count;
			nodes[ranges] = node;
			locals[ranges++] = local;
		}

		ProcessMap sorted() {
			Arrays.sort(order);
			ProcessMap map = new ProcessMap(ranges);
			for (int i = 0; i < ranges; i++) {
				int from = (int) (order[i] & LOW);
				map.firsts[i] = (int) (order[i] >> Integer.SIZE);
				map.below[i + 1] = map.below[i] + counts[from];
				map.nodes[i] = nodes[from];
				map.locals[i] = locals[from];
			}
			return map;
		}
	}
}
