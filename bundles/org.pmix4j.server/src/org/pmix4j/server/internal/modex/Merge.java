// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.modex;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.message.Delivery;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.ScopedData;

/**
 * A commit that is prepared: the data of the process before it, and what it adds. Its result is computed from these alone, so any thread
 * may compute it. Made by {@link ModexStore}. Immutable.
 *
 * @param proc   the process
 * @param before its data by scope
 * @param parts  the added data
 * @param limits bounds for decoding
 */
public record Merge(Proc proc, Map<Scope, Committed> before, List<ScopedData> parts, Limits limits) {
	/** Limit on the parts of a commit, which has one for each scope. */
	private static final int MOST_PARTS = 16;
	/** The tables to which each scope adds. */
	private static final Map<Scope, List<Scope>> PUT = Map.of(Scope.LOCAL, List.of(Scope.LOCAL), Scope.REMOTE, List.of(Scope.REMOTE),
			Scope.GLOBAL, List.of(Scope.LOCAL, Scope.REMOTE));
	/** The tables from which each scope removes. */
	private static final Map<Scope, List<Scope>> DELETE = Map.of(Scope.DEL_LOCAL, List.of(Scope.LOCAL), Scope.DEL_REMOTE,
			List.of(Scope.REMOTE), Scope.DEL_GLOBAL, List.of(Scope.LOCAL, Scope.REMOTE));

	/** @return the memory of the data before, in bytes */
	public long size() {
		return before.values().stream().mapToLong(Committed::heldSize).sum();
	}

	/**
	 * Computes the data after the commit. The parts take effect in order: a key may be deleted and put again.
	 *
	 * @return the data by scope
	 * @throws PmixException if a part cannot be decoded; BAD_PARAM if there are too many parts or one has a scope that is not for other
	 *                       processes
	 */
	public Map<Scope, Committed> tables() throws PmixException {
		if (parts.size() > MOST_PARTS) {
			throw new PmixException(Status.ERR_BAD_PARAM, "a commit of " + parts.size() + " parts; the limit is " + MOST_PARTS);
		}
		Map<Scope, Committed> tables = new HashMap<>(before);
		for (ScopedData part : parts) {
			if (!PUT.containsKey(part.scope()) && !DELETE.containsKey(part.scope())) {
				throw new PmixException(Status.ERR_BAD_PARAM, "a commit of " + proc + " contains data of " + part.scope()
						+ ", which no other process may read");
			}
			for (Scope scope : PUT.getOrDefault(part.scope(), List.of())) {
				add(tables, scope, part.data());
			}
			for (Scope scope : DELETE.getOrDefault(part.scope(), List.of())) {
				delete(tables, scope, part.data());
			}
		}
		return tables;
	}

	/**
	 * @return the keys that the commit deletes, for clients that have copies of their values; most commits delete none
	 * @throws PmixException if a part cannot be decoded
	 */
	public List<Delivery.KeyDeletion> deletions() throws PmixException {
		List<Delivery.KeyDeletion> deletions = new ArrayList<>();
		for (ScopedData part : parts) {
			if (DELETE.containsKey(part.scope())) {
				part.data().keys(limits).forEach(key -> deletions.add(new Delivery.KeyDeletion(proc, part.scope(), key)));
			}
		}
		return deletions;
	}

	/** Removes keys, whose values the peer leaves out. */
	private void delete(Map<Scope, Committed> tables, Scope scope, KvalBlob deleted) throws MalformedMessageException {
		KvalBlob old = tables.getOrDefault(scope, Committed.NOTHING).data();
		tables.put(scope, Committed.of(old.minus(deleted.keys(limits), limits), limits));
	}

	private void add(Map<Scope, Committed> tables, Scope scope, KvalBlob added) throws MalformedMessageException {
		KvalBlob old = tables.getOrDefault(scope, Committed.NOTHING).data();
		tables.put(scope, Committed.of(old.plus(added, limits), limits));
	}
}
