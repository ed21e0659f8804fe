// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.service;

import java.util.List;
import java.util.stream.IntStream;

import org.pmix4j.pmi.internal.codec.PmiRequest;

/**
 * The exchange of values between neighbors in a ring of all ranks of a job, again and again. The ring passes the ranks node by node, so
 * that most neighbors share a node. Owned by a {@link PmiNamespace}, used on the loop.
 *
 * @see "Slurm, src/plugins/mpi/pmi2/ring.c"
 */
final class Ring {
	private static final String LEFT = "left";
	private static final String RIGHT = "right";

	private final int[] nodes;
	private final Barrier barrier;
	private final KeyValueSpace values;

	/** {@code nodes} has the number of the node of each rank. */
	Ring(String nspace, int[] nodes, KeyValueSpace.Memory memory) {
		this.nodes = nodes;
		barrier = new Barrier("ring", nspace, nodes.length);
		values = new KeyValueSpace(memory);
	}

	/** Returns whether there was room for the values of a rank. */
	boolean put(int rank, PmiRequest.Ring request) {
		return values.put(LEFT + rank, request.left(), rank) && values.put(RIGHT + rank, request.right(), rank);
	}

	/** Adds a rank whose values are there. Returns whether it was the last one, so that all have their replies. */
	boolean enter(PmiPeer peer, long now) {
		List<PmiPeer> all = barrier.enter(peer, now);
		if (!all.isEmpty()) {
			reply(all);
			values.clear();
		}
		return !all.isEmpty();
	}

	private void reply(List<PmiPeer> peers) {
		int size = nodes.length;
		List<Integer> order = IntStream.range(0, size).boxed().sorted((one, other) -> Integer.compare(nodes[one], nodes[other])).toList();
		int[] places = new int[size];
		for (int place = 0; place < size; place++) {
			places[order.get(place)] = place;
		}
		for (PmiPeer peer : peers) {
			int place = places[peer.rank()];
			// a neighbor sees the value that is turned to it
			peer.neighbors(place, value(RIGHT + order.get((place + size - 1) % size)), value(LEFT + order.get((place + 1) % size)));
		}
	}

	private String value(String key) {
		return values.get(key).orElseThrow();
	}

	/** Returns the barrier in which ranks wait for the others. */
	Barrier barrier() {
		return barrier;
	}

	/** Gives the memory back. */
	void clear() {
		values.clear();
	}
}
