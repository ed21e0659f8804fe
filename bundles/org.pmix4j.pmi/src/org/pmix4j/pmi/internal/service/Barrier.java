// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.service;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

import org.pmix4j.model.Proc;
import org.pmix4j.model.Wait;

/**
 * A barrier of a job, again and again. All ranks of the job take part, so it cannot complete without one that has ended. Owned by a
 * {@link PmiNamespace}, used on the loop.
 */
final class Barrier {
	/** The number of missing ranks that are listed. */
	private static final int MANY = 32;

	private final String kind;
	private final String nspace;
	private final int size;
	private final List<PmiPeer> entered = new ArrayList<>();
	private final BitSet present = new BitSet();
	private final BitSet gone = new BitSet();
	private long since;

	/** {@code kind} says for what the ranks wait for each other. */
	Barrier(String kind, String nspace, int size) {
		this.kind = kind;
		this.nspace = nspace;
		this.size = size;
	}

	/** Adds a rank. Returns the ranks to be released: none unless it was the last one. */
	List<PmiPeer> enter(PmiPeer peer, long now) {
		since = entered.isEmpty() ? now : since;
		entered.add(peer);
		present.set(peer.rank());
		return present.cardinality() < size ? List.of() : end();
	}

	/** Removes a rank whose connection is closed. */
	void leave(PmiPeer peer) {
		if (entered.remove(peer)) {
			present.clear(peer.rank());
		}
	}

	/** Notes that the process of a rank runs. */
	void begun(int rank) {
		gone.clear(rank);
	}

	/** Notes that the process of a rank has ended. */
	void ended(int rank) {
		gone.set(rank);
	}

	/** Returns a rank without which the ranks that wait would do so forever. */
	Optional<Integer> impediment() {
		BitSet missing = (BitSet) gone.clone();
		missing.andNot(present);
		return entered.isEmpty() || missing.isEmpty() ? Optional.empty() : Optional.of(missing.nextSetBit(0));
	}

	/** Ends the barrier. Returns the ranks that wait. */
	List<PmiPeer> end() {
		List<PmiPeer> waiting = List.copyOf(entered);
		entered.clear();
		present.clear();
		return waiting;
	}

	@Override
	public String toString() {
		return kind + " of " + nspace;
	}

	Optional<Wait> waiting(long now) {
		if (entered.isEmpty()) {
			return Optional.empty();
		}
		List<Proc> awaited = new ArrayList<>();
		StringJoiner ranks = new StringJoiner(", ");
		for (int rank = present.nextClearBit(0); rank < size; rank = present.nextClearBit(rank + 1)) {
			awaited.add(Proc.of(nspace, rank));
			if (awaited.size() <= MANY) {
				ranks.add(Integer.toString(rank));
			}
		}
		String more = awaited.size() > MANY ? " and " + (awaited.size() - MANY) + " more" : "";
		return Optional.of(new Wait(this + " waits for " + (awaited.size() == 1 ? "rank " : "ranks ") + ranks + more + " of "
				+ nspace, List.of(Proc.wildcard(nspace)), awaited, Duration.ofNanos(now - since)));
	}
}
