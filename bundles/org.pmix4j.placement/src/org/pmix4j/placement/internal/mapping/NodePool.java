// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.job.Node;
import org.pmix4j.placement.internal.allocation.PoolNode;
import org.pmix4j.placement.internal.mapping.MappingOrder.PoolState;

/**
 * The nodes of a session at the moment when a job is mapped. Immutable.
 *
 * @param nodes    in their order
 * @param busy     the number of ranks of other jobs on each; none if absent
 * @param taken    the processors to which ranks of other jobs are bound; nodes without any may be absent
 * @param head     the node of the launcher; empty if it is none of them
 * @param bookmark the node to begin with; empty for the first
 */
public record NodePool(List<PoolNode> nodes, Map<Node, Integer> busy, Map<Node, BitSet> taken, Optional<Node> head,
		Optional<Node> bookmark) {
	/**
	 * @param nodes in their order
	 * @param head  the node of the launcher; empty if it is none of them
	 * @return nodes without ranks
	 */
	public static NodePool idle(List<PoolNode> nodes, Optional<Node> head) {
		return new NodePool(nodes, Map.of(), Map.of(), head, Optional.empty());
	}

	PoolState state() {
		int slots = 0;
		for (PoolNode node : nodes) {
			slots += node.slots();
		}
		return new PoolState(slots, taken, head, bookmark);
	}
}
