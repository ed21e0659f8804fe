// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.pmix4j.job.Node;

/** The places of all ranks of a job. Immutable. */
public final class JobMap {
	/** The qualifier of a binding policy that lets ranks run unbound. */
	private static final String IF_SUPPORTED = ":IF-SUPPORTED";

	private final List<Placement> ranks;
	private final Map<Node, List<Placement>> byNode = new LinkedHashMap<>();
	/** The first rank of each program, in the order of the programs. */
	private final SortedMap<Integer, Integer> firsts = new TreeMap<>();
	private final Set<Node> oversubscribed;
	private final String firstRanks;
	private final String programSizes;
	private final MapSummary summary;

	/**
	 * @param ranks   in the order of their numbers
	 * @param summary the policies and the nodes
	 */
	public JobMap(List<Placement> ranks, MapSummary summary) {
		this.ranks = List.copyOf(ranks);
		this.summary = summary;
		SortedMap<Integer, Integer> sizes = new TreeMap<>();
		for (Placement rank : ranks) {
			firsts.putIfAbsent(rank.app(), rank.rank());
			sizes.merge(rank.app(), 1, Integer::sum);
			byNode.computeIfAbsent(rank.node(), node -> new ArrayList<>()).add(rank);
		}
		byNode.replaceAll((node, local) -> List.copyOf(local));
		programSizes = sizes.values().stream().map(String::valueOf).collect(Collectors.joining(" "));
		firstRanks = firsts.values().stream().map(String::valueOf).collect(Collectors.joining(" "));
		oversubscribed = summary.nodes().stream().filter(NodeUse::isOversubscribed).map(NodeUse::node).collect(Collectors.toUnmodifiableSet());
	}

	/** @return all ranks in the order of their numbers */
	public List<Placement> ranks() {
		return ranks;
	}

	/** @return the policies by which it was made, and the nodes */
	public MapSummary summary() {
		return summary;
	}

	/** @return the mapping policy, as PRRTE writes it */
	public String policy() {
		return summary.mapping();
	}

	/** @return whether a rank that cannot be bound must not run; ranks that are bound by default then run unbound */
	public boolean isBindingRequired() {
		return !summary.binding().contains(IF_SUPPORTED);
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
	 * @param app the index of a program
	 * @return the first of its ranks; they may lie apart, as ranks are numbered by their places
	 */
	public int firstRank(int app) {
		return Optional.ofNullable(firsts.get(app)).orElseThrow(() -> new IllegalArgumentException("no rank runs program " + app));
	}

	/** @return the first rank of each program, in the order of the programs: {@code 0 2 5} */
	public String firstRanks() {
		return firstRanks;
	}

	/** @return the numbers of ranks of all programs: {@code 2 4} */
	public String programSizes() {
		return programSizes;
	}

	/**
	 * @param node a node
	 * @return the numbers of its ranks: {@code 0,1,2}
	 */
	public String peers(Node node) {
		StringJoiner peers = new StringJoiner(",");
		for (Placement rank : on(node)) {
			peers.add(Integer.toString(rank.rank()));
		}
		return peers.toString();
	}

	/**
	 * @param node a node
	 * @return whether it runs more ranks, those of other jobs included, than it has slots
	 */
	public boolean isOversubscribed(Node node) {
		return oversubscribed.contains(node);
	}
}
