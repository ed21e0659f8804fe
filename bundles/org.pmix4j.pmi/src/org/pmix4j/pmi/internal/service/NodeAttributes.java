// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.service;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.Proc;
import org.pmix4j.model.Wait;

/**
 * The values that the ranks of one node store for each other in PMI-2. A rank may wait for a value; it gets none once every other rank of
 * the node has ended or waits, too. Owned by a {@link PmiNamespace}, used on the loop.
 */
final class NodeAttributes {
	/** A rank that waits for a value. */
	private record Waiting(PmiPeer peer, String key, long since) {
	}

	private final int[] nodes;
	private final KeyValueSpace.Memory memory;
	private final Map<Integer, KeyValueSpace> values = new HashMap<>();
	private final List<Waiting> waiting = new ArrayList<>();
	private final BitSet gone = new BitSet();

	/** {@code nodes} has the number of the node of each rank. */
	NodeAttributes(int[] nodes, KeyValueSpace.Memory memory) {
		this.nodes = nodes;
		this.memory = memory;
	}

	/** Stores a value, and passes it to the ranks that wait for it. Returns whether there was room for it. */
	boolean put(int rank, String key, String value) {
		boolean stored = values.computeIfAbsent(nodes[rank], node -> new KeyValueSpace(memory)).put(key, value, rank);
		if (stored) {
			for (Waiting each : List.copyOf(waiting)) {
				if (each.key.equals(key) && nodes[each.peer.rank()] == nodes[rank]) {
					waiting.remove(each);
					each.peer.nodeAttribute(Optional.of(value));
				}
			}
		}
		return stored;
	}

	Optional<String> get(int rank, String key) {
		return Optional.ofNullable(values.get(nodes[rank])).flatMap(space -> space.get(key));
	}

	/** Lets a rank wait for a value. */
	void await(PmiPeer peer, String key, long now) {
		waiting.add(new Waiting(peer, key, now));
		endIfHopeless(nodes[peer.rank()]);
	}

	/** Forgets a rank whose connection is closed. */
	void leave(PmiPeer peer) {
		waiting.removeIf(each -> each.peer == peer);
	}

	void begun(int rank) {
		gone.clear(rank);
	}

	void ended(int rank) {
		gone.set(rank);
		endIfHopeless(nodes[rank]);
	}

	/** Ends the waits on a node of which no rank is left that could store a value. */
	private void endIfHopeless(int node) {
		BitSet busy = new BitSet();
		for (int rank = 0; rank < nodes.length; rank++) {
			busy.set(rank, nodes[rank] == node);
		}
		busy.andNot(gone);
		waiting.forEach(each -> busy.clear(each.peer.rank()));
		if (busy.isEmpty()) {
			for (Waiting each : List.copyOf(waiting)) {
				if (nodes[each.peer.rank()] == node) {
					waiting.remove(each);
					each.peer.nodeAttribute(Optional.empty());
				}
			}
		}
	}

	/** Adds the waits for values. */
	void addWaits(List<Wait> waits, long now) {
		for (Waiting each : waiting) {
			Proc proc = each.peer.proc();
			List<Proc> others = new ArrayList<>();
			for (int rank = 0; rank < nodes.length; rank++) {
				if (nodes[rank] == nodes[each.peer.rank()] && rank != each.peer.rank() && !gone.get(rank)) {
					others.add(Proc.of(proc.nspace(), rank));
				}
			}
			waits.add(new Wait("get of " + proc + " waits for the node's value " + each.key, List.of(proc), others,
					Duration.ofNanos(now - each.since)));
		}
	}

	/** Gives the memory back. */
	void clear() {
		values.values().forEach(KeyValueSpace::clear);
		values.clear();
		waiting.clear();
	}
}
