// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.store;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;

/**
 * All known data of a namespace: its job information, and the values that its processes have put. Loose values came without the name of a
 * node, program or session, and belong to this process's. Part of the store.
 */
final class NamespaceStore {
	final KeyTable job = new KeyTable();
	final NodeStore nodes = new NodeStore();
	final KeyTable looseNode = new KeyTable();
	final KeyTable looseApp = new KeyTable();
	final KeyTable looseSession = new KeyTable();
	private final KeyTable localPuts = new KeyTable();
	private final KeyTable remotePuts = new KeyTable();
	final Map<Integer, KeyTable> apps = new HashMap<>();
	final Map<Integer, KeyTable> sessions = new HashMap<>();
	private final Map<Rank, KeyTable> ranks = new TreeMap<>((left, right) -> Integer.compareUnsigned(left.value(), right.value()));

	/** Returns the values that this process has put for the ranks of its node (LOCAL), or of other nodes (REMOTE). */
	KeyTable ownPuts(Scope scope) {
		return scope.equals(Scope.LOCAL) ? localPuts : remotePuts;
	}

	KeyTable rank(Rank rank) {
		return ranks.computeIfAbsent(rank, r -> new KeyTable());
	}

	Optional<KeyTable> knownRank(Rank rank) {
		return Optional.ofNullable(ranks.get(rank));
	}

	Iterable<KeyTable> allRanks() {
		return ranks.values();
	}
}
