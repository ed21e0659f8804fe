// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.job.Node;
import org.pmix4j.job.internal.policy.Binding;
import org.pmix4j.job.internal.policy.MappingPolicy;
import org.pmix4j.job.internal.policy.RankBy;
import org.pmix4j.placement.internal.allocation.NodeShare;

/**
 * The input of a {@link JobMapper}: programs, policies and nodes of a job. Immutable.
 *
 * @param apps     the programs in their order
 * @param map      the mapping policy
 * @param rankBy   the ranking policy; empty if open
 * @param binding  the binding policy
 * @param file     the lines of the file of ranks or of the sequence; empty if there is none
 * @param pool     the state of the nodes
 * @param launched whether the job is launched rather than only mapped; PRRTE names the policies of the two differently
 */
public record MappingOrder(List<AppOrder> apps, MappingPolicy map, Optional<RankBy> rankBy, Binding binding, List<String> file,
		PoolState pool, boolean launched) {
	/**
	 * The state of the nodes of the session when a job is mapped. Immutable.
	 *
	 * @param slots    those of all nodes of the session
	 * @param taken    the processors to which ranks of other jobs are bound; nodes without any may be absent
	 * @param head     the node of the launcher; empty if the job may not use it
	 * @param bookmark the node to begin with; empty for the first
	 */
	public record PoolState(int slots, Map<Node, BitSet> taken, Optional<Node> head, Optional<Node> bookmark) {
		/** Copies the map. */
		public PoolState {
			taken = Map.copyOf(taken);
		}

		/**
		 * @param slots those of all nodes
		 * @return the state of nodes without ranks
		 */
		public static PoolState idle(int slots) {
			return new PoolState(slots, Map.of(), Optional.empty(), Optional.empty());
		}
	}

	/**
	 * A program to map.
	 *
	 * @param name     its name, for messages
	 * @param ranks    the number of its processes; 0 for as many as fit
	 * @param shares   the nodes that it may use, in the order of the user's list
	 * @param sequence the name of the node of each rank, for a mapping by sequence without a file; else empty
	 */
	public record AppOrder(String name, int ranks, List<NodeShare> shares, List<String> sequence) {
		/** Copies the lists. */
		public AppOrder {
			shares = List.copyOf(shares);
			sequence = List.copyOf(sequence);
		}

		/**
		 * @param name   its name, for messages
		 * @param ranks  the number of its processes; 0 for as many as fit
		 * @param shares the nodes that it may use, in the order of the user's list
		 */
		public AppOrder(String name, int ranks, List<NodeShare> shares) {
			this(name, ranks, shares, List.of());
		}
	}

	/** Copies the collections. */
	public MappingOrder {
		apps = List.copyOf(apps);
		file = List.copyOf(file);
	}

	/**
	 * @param apps the programs in their order
	 * @param map  the mapping policy
	 * @return an order with that policy alone for a job that is launched, in a session of the nodes of the first program
	 */
	public static MappingOrder of(List<AppOrder> apps, MappingPolicy map) {
		int slots = apps.get(0).shares().stream().mapToInt(NodeShare::slots).sum();
		return new MappingOrder(apps, map, Optional.empty(), Binding.OPEN, List.of(), PoolState.idle(slots), true);
	}

	/**
	 * @param policy  the ranking policy; empty if open
	 * @param binds   the binding policy
	 * @return this order with them
	 */
	public MappingOrder with(Optional<RankBy> policy, Binding binds) {
		return new MappingOrder(apps, map, policy, binds, file, pool, launched);
	}

	/**
	 * @param state the state of the nodes
	 * @return this order with it
	 */
	public MappingOrder withPool(PoolState state) {
		return new MappingOrder(apps, map, rankBy, binding, file, state, launched);
	}

	/**
	 * @param lines the lines of the file of ranks or of the sequence
	 * @return this order with them
	 */
	public MappingOrder withFile(List<String> lines) {
		return new MappingOrder(apps, map, rankBy, binding, lines, pool, launched);
	}

	/** @return the order of the same job if it is only mapped */
	public MappingOrder onlyMapped() {
		return new MappingOrder(apps, map, rankBy, binding, file, pool, false);
	}
}
