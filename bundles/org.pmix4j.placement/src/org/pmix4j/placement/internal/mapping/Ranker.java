// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.pmix4j.placement.internal.topology.HardwareObject.Type;

/**
 * Numbers the mapped processes of a job by its ranking policy. Used for one job.
 *
 * @see "PRRTE 3, rmaps/base: compute_vpids"
 */
final class Ranker {
	private final MappingRun run;
	private final List<RankPlace> ranked = new ArrayList<>();

	Ranker(MappingRun run) {
		this.run = run;
	}

	/** Returns all processes in the order of their ranks, which are set, as are the local ranks. */
	List<RankPlace> rank() {
		switch (run.rank) {
			case SLOT -> run.used.forEach(node -> node.ranks.forEach(this::add));
			case NODE -> byNode();
			case FILL -> run.used.forEach(this::fill);
			case SPAN -> span();
			case USER -> byUser();
		}
		if (run.inOrderOfPrograms) {
			orderByProgram();
		}
		return ranked;
	}

	/** Numbers again, program by program, in the order found so far. */
	private void orderByProgram() {
		List<RankPlace> found = new ArrayList<>(ranked);
		found.sort(Comparator.comparingInt(rank -> rank.app));
		ranked.clear();
		run.used.forEach(node -> node.ranked = 0);
		found.forEach(this::add);
	}

	private void add(RankPlace rank) {
		rank.rank = ranked.size();
		ranked.add(rank);
		rank.localRank = rank.node.ranked++;
	}

	private void byNode() {
		int longest = 0;
		for (NodeRun node : run.used) {
			longest = Math.max(longest, node.ranks.size());
		}
		for (int turn = 0; turn < longest; turn++) {
			for (NodeRun node : run.used) {
				if (turn < node.ranks.size()) {
					add(node.ranks.get(turn));
				}
			}
		}
	}

	private void fill(NodeRun node) {
		byPiece(node).forEach(ranks -> ranks.forEach(this::add));
	}

	/** Lists the processes of a node by the pieces of hardware to which they are mapped. */
	private List<List<RankPlace>> byPiece(NodeRun node) {
		List<List<RankPlace>> pieces = new ArrayList<>();
		for (int n = node.hardware.all(Type.of(run.level)).size(); n > 0; n--) {
			pieces.add(new ArrayList<>(1));
		}
		for (RankPlace rank : node.ranks) {
			pieces.get(rank.piece.orElseThrow().index()).add(rank);
		}
		return pieces;
	}

	private void span() {
		List<List<List<RankPlace>>> nodes = new ArrayList<>();
		run.used.forEach(node -> nodes.add(byPiece(node)));
		int before = -1;
		for (int turn = 0; before < ranked.size(); turn++) {
			before = ranked.size();
			for (List<List<RankPlace>> pieces : nodes) {
				for (List<RankPlace> ranks : pieces) {
					if (turn < ranks.size()) {
						add(ranks.get(turn));
					}
				}
			}
		}
	}

	private void byUser() {
		for (NodeRun node : run.used) {
			for (int local = 0; local < node.ranks.size(); local++) {
				node.ranks.get(local).localRank = local;
				ranked.add(node.ranks.get(local));
			}
		}
		ranked.sort((one, other) -> Integer.compare(one.rank, other.rank));
	}
}
