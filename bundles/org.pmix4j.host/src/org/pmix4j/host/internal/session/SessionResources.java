// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.pmix4j.job.Node;

/**
 * The resources of one session: its part of each node, less the parts that other sessions have reserved out of it, and the number of
 * ranks on each node. Owned by {@link SessionRun}, changed on the
 * host's thread; nodes and slots may be read from any thread.
 */
public final class SessionResources {
	private volatile Map<Node, NodeReservation> held = Map.of();
	private volatile List<NodeReservation> reserved = List.of();
	private final Map<Node, Integer> busy = new ConcurrentHashMap<>();

	/** @param holdings at most one for each node, in the order of the nodes */
	SessionResources(List<NodeReservation> holdings) {
		hold(holdings);
	}

	/** @return the nodes in their order */
	public List<Node> nodes() {
		return List.copyOf(held.keySet());
	}

	/** @return the part of each node, those parts included that others have reserved */
	public List<NodeReservation> holdings() {
		return List.copyOf(held.values());
	}

	/**
	 * @param node a node
	 * @return the number of slots there, from 0, less those that others have reserved
	 */
	public int slots(Node node) {
		NodeReservation holding = held.get(node);
		int slots = holding == null ? 0 : holding.slots();
		for (NodeReservation other : reserved) {
			slots -= other.node().equals(node) ? other.slots() : 0;
		}
		return Math.max(0, slots);
	}

	/**
	 * @param node a node
	 * @return whether the session holds all of it, and others have reserved nothing
	 */
	public boolean isWhole(Node node) {
		NodeReservation holding = held.get(node);
		return holding != null && holding.slots() == node.slots() && holding.processors().isEmpty()
				&& reserved.stream().noneMatch(other -> other.node().equals(node));
	}

	/** @return the number of all slots */
	public int slots() {
		int sum = 0;
		for (Node node : held.keySet()) {
			sum += slots(node);
		}
		return sum;
	}

	/**
	 * @param node a node
	 * @return the number of its slots without a rank; negative if it is oversubscribed
	 */
	public int free(Node node) {
		return slots(node) - busy.getOrDefault(node, 0);
	}

	/** @return the number of slots without a rank; negative if the session is oversubscribed */
	public int free() {
		int sum = slots();
		for (int ranks : busy.values()) {
			sum -= ranks;
		}
		return sum;
	}

	/** @return the number of ranks of the session on each node; nodes without ranks may be absent */
	public Map<Node, Integer> busy() {
		return Map.copyOf(busy);
	}

	/**
	 * @param node a node
	 * @return the memory that others have reserved there, in MiB
	 */
	public long reservedMemory(Node node) {
		return reserved.stream().filter(other -> other.node().equals(node)).mapToLong(NodeReservation::memory).sum();
	}

	/**
	 * Leaves the processors that ranks of the session may use.
	 *
	 * @param node    a node
	 * @param allowed the processors that this process may use there; not changed
	 * @return the processors of the session among them, less those that others have reserved
	 */
	public BitSet usable(Node node, BitSet allowed) {
		BitSet usable = (BitSet) allowed.clone();
		NodeReservation holding = held.get(node);
		if (holding != null && !holding.processors().isEmpty()) {
			usable.and(holding.processors());
		}
		for (NodeReservation other : reserved) {
			if (other.node().equals(node)) {
				usable.andNot(other.processors());
			}
		}
		return usable;
	}

	/** Counts ranks that start on a node; a negative number discounts ranks that have ended. */
	void count(Node node, int ranks) {
		int sum = busy.getOrDefault(node, 0) + ranks;
		if (sum == 0) {
			busy.remove(node);
		} else {
			busy.put(node, sum);
		}
	}

	/** Sets parts of nodes aside for another session. */
	void reserve(List<NodeReservation> parts) {
		List<NodeReservation> all = new ArrayList<>(reserved);
		all.addAll(parts);
		reserved = all;
	}

	/** Takes back parts of nodes that were set aside. */
	void restore(List<NodeReservation> parts) {
		List<NodeReservation> rest = new ArrayList<>(reserved);
		parts.forEach(rest::remove);
		reserved = rest;
	}

	/** Replaces the part of each node. */
	void hold(List<NodeReservation> holdings) {
		Map<Node, NodeReservation> next = new LinkedHashMap<>();
		holdings.forEach(holding -> next.put(holding.node(), holding));
		held = next;
	}
}
