// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.store;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.pmix4j.model.Rank;

/**
 * All that is known of one namespace: its job information, in the parts in which the server sends it, and what its processes
 * have put. Loose values are those that came without saying of which node, program or session they are: they hold for this
 * process's own. Part of the store, on its loop.
 */
final class NamespaceStore {
	final KeyTable job = new KeyTable();
	final NodeTable nodes = new NodeTable();
	final KeyTable looseNode = new KeyTable();
	final KeyTable looseApp = new KeyTable();
	final KeyTable looseSession = new KeyTable();
	final Map<Integer, KeyTable> apps = new HashMap<>();
	final Map<Integer, KeyTable> sessions = new HashMap<>();
	private final Map<Rank, KeyTable> ranks = new TreeMap<>((left, right) -> Integer.compareUnsigned(left.value(), right.value()));

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
