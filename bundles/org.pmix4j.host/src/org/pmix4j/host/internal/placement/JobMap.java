// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.placement;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.pmix4j.host.Node;

/** The places of all ranks of a job. Immutable. */
public final class JobMap {
	private final List<Placement> ranks;
	private final Map<Node, List<Placement>> byNode = new LinkedHashMap<>();
	private final String policy;

	/**
	 * @param ranks  in the order of their numbers
	 * @param policy the mapping policy, as PRRTE writes it: BYSLOT
	 */
	public JobMap(List<Placement> ranks, String policy) {
		this.ranks = List.copyOf(ranks);
		this.policy = policy;
		for (Placement rank : ranks) {
			byNode.computeIfAbsent(rank.node(), node -> new ArrayList<>()).add(rank);
		}
		byNode.replaceAll((node, local) -> List.copyOf(local));
	}

	/** @return all ranks in the order of their numbers */
	public List<Placement> ranks() {
		return ranks;
	}

	/** @return the mapping policy, as PRRTE writes it */
	public String policy() {
		return policy;
	}

	/** @return the nodes in use, in the order of their first rank */
	public List<Node> nodes() {
		return List.copyOf(byNode.keySet());
	}

	/**
	 * @param node a node in use
	 * @return the ranks on it
	 */
	public List<Placement> on(Node node) {
		return byNode.getOrDefault(node, List.of());
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
