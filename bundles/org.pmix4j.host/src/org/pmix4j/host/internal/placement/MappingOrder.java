// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.placement;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.host.Node;
import org.pmix4j.host.internal.allocation.NodeShare;
import org.pmix4j.host.internal.policy.Binding;
import org.pmix4j.host.internal.policy.MapWish;
import org.pmix4j.host.internal.policy.RankBy;

/**
 * All that decides about the map of a job. Immutable.
 *
 * @param apps     the programs in their order
 * @param map      the mapping policy
 * @param rankBy   the ranking policy; empty if open
 * @param binding  the binding policy
 * @param file     the lines of the file of ranks or of the sequence; empty if there is none
 * @param taken    the processors to which other jobs are bound; nodes without any may be absent
 * @param head     the node of the launcher; empty if it is none of the job's
 * @param bookmark the node to begin with; empty for the first
 */
public record MappingOrder(List<AppOrder> apps, MapWish map, Optional<RankBy> rankBy, Binding binding, List<String> file,
		Map<Node, BitSet> taken, Optional<Node> head, Optional<Node> bookmark) {
	/**
	 * A program to map.
	 *
	 * @param name   its name, for messages
	 * @param ranks  the number of its processes; 0 for as many as fit
	 * @param shares the nodes that it may use, in the order of the user's list
	 */
	public record AppOrder(String name, int ranks, List<NodeShare> shares) {
		/** Copies the list. */
		public AppOrder {
			shares = List.copyOf(shares);
		}
	}

	/** Copies the collections. */
	public MappingOrder {
		apps = List.copyOf(apps);
		file = List.copyOf(file);
		taken = Map.copyOf(taken);
	}

	/**
	 * @param apps the programs in their order
	 * @param map  the mapping policy
	 * @return an order with that policy alone
	 */
	public static MappingOrder of(List<AppOrder> apps, MapWish map) {
		return new MappingOrder(apps, map, Optional.empty(), Binding.OPEN, List.of(), Map.of(), Optional.empty(), Optional.empty());
	}

	/**
	 * @param policy  the ranking policy; empty if open
	 * @param binds   the binding policy
	 * @return this order with them
	 */
	public MappingOrder with(Optional<RankBy> policy, Binding binds) {
		return new MappingOrder(apps, map, policy, binds, file, taken, head, bookmark);
	}

	/**
	 * @param lines the lines of the file of ranks or of the sequence
	 * @return this order with them
	 */
	public MappingOrder withFile(List<String> lines) {
		return new MappingOrder(apps, map, rankBy, binding, lines, taken, head, bookmark);
	}
}
