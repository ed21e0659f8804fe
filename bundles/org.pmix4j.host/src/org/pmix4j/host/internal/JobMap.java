// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal;

import java.util.List;
import java.util.stream.Collectors;

import org.pmix4j.host.Node;

/**
 * Which rank runs where. Immutable.
 *
 * @param ranks  in the order of their numbers
 * @param policy how they were mapped, as PRRTE writes it: BYSLOT
 */
public record JobMap(List<Placement> ranks, String policy) {
	/** Copies the list. */
	public JobMap {
		ranks = List.copyOf(ranks);
	}

	/** @return the nodes in use, in the order of their first rank */
	public List<Node> nodes() {
		return ranks.stream().map(Placement::node).distinct().toList();
	}

	/**
	 * @param node a node
	 * @return the ranks on it
	 */
	public List<Placement> on(Node node) {
		return ranks.stream().filter(placement -> placement.node().equals(node)).toList();
	}

	/**
	 * @param node a node
	 * @return the numbers of its ranks: {@code 0,1,2}
	 */
	public String peers(Node node) {
		return on(node).stream().map(placement -> Integer.toString(placement.rank())).collect(Collectors.joining(","));
	}

	/**
	 * @param node a node
	 * @return whether it runs more ranks, those of other jobs included, than it has slots
	 */
	public boolean isOversubscribed(Node node) {
		return on(node).stream().anyMatch(placement -> placement.nodeRank() >= node.slots());
	}
}
