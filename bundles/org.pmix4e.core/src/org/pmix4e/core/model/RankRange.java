// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Successive ranks of a program that has so many that a tree shows them in ranges. Immutable; ranges of the same ranks are equal.
 *
 * @param app  the program
 * @param from index of the first rank in the program
 * @param to   index after the last rank
 */
public record RankRange(AppElement app, int from, int to) implements JobElement {
	/** A program with at most this many ranks has no ranges: a tree shows them without a noticeable pause. */
	public static final int MOST_WITHOUT = 512;
	/** The ranks of a range, less in the last one. */
	public static final int SIZE = 256;

	/**
	 * Returns the rows that a tree shows below a program.
	 *
	 * @param app any program
	 * @return its ranks, or ranges of them if they are many
	 */
	public static List<? extends JobElement> rows(AppElement app) {
		int ranks = app.children().size();
		return ranks <= MOST_WITHOUT ? app.children()
				: IntStream.range(0, (ranks + SIZE - 1) / SIZE).mapToObj(range -> at(app, range * SIZE, ranks)).toList();
	}

	/**
	 * Returns the range that shows a rank.
	 *
	 * @param rank any rank
	 * @return its range; empty if its program has no ranges
	 */
	public static Optional<RankRange> of(RankElement rank) {
		List<RankElement> all = rank.app().children();
		if (all.size() <= MOST_WITHOUT) {
			return Optional.empty();
		}
		int index = rank.rank() - all.get(0).rank();
		return Optional.of(at(rank.app(), index - index % SIZE, all.size()));
	}

	private static RankRange at(AppElement app, int from, int ranks) {
		return new RankRange(app, from, Math.min(ranks, from + SIZE));
	}

	@Override
	public Optional<JobElement> parent() {
		return Optional.of(app);
	}

	@Override
	public List<RankElement> children() {
		return app.children().subList(from, to);
	}

	/** @return the first and the last rank: {@code 256-511} */
	@Override
	public String name() {
		List<RankElement> ranks = children();
		return ranks.get(0).name() + "-" + ranks.get(ranks.size() - 1).name();
	}

	/** @return as {@link AppElement#state()}, of these ranks */
	@Override
	public ElementState state() {
		return ElementState.ofAll(children().stream().map(RankElement::state).toList());
	}
}
