// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.modex;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
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

	/** @return the memory of the data before, in bytes */
	public long size() {
		return before.values().stream().mapToLong(Committed::heldSize).sum();
	}

	/**
	 * Computes the data after the commit.
	 *
	 * @return the data by scope
	 * @throws PmixException if a part cannot be decoded; BAD_PARAM if there are too many parts
	 */
	public Map<Scope, Committed> tables() throws PmixException {
		if (parts.size() > MOST_PARTS) {
			throw new PmixException(Status.ERR_BAD_PARAM, "a commit of " + parts.size() + " parts; the limit is " + MOST_PARTS);
		}
		Map<Scope, Committed> tables = new HashMap<>(before);
		for (ScopedData part : parts) {
			if (part.scope().equals(Scope.LOCAL) || part.scope().equals(Scope.GLOBAL)) {
				add(tables, Scope.LOCAL, part.data());
			}
			if (part.scope().equals(Scope.REMOTE) || part.scope().equals(Scope.GLOBAL)) {
				add(tables, Scope.REMOTE, part.data());
			}
		}
		return tables;
	}

	private void add(Map<Scope, Committed> tables, Scope scope, KvalBlob added) throws MalformedMessageException {
		KvalBlob old = tables.getOrDefault(scope, Committed.NOTHING).data();
		tables.put(scope, Committed.of(added.keys(limits).containsAll(old.keys(limits)) ? added : merged(old, added), limits));
	}

	private KvalBlob merged(KvalBlob old, KvalBlob added) throws MalformedMessageException {
		List<Kval> all = new ArrayList<>();
		for (Kval kval : old.kvals(limits)) {
			if (!added.contains(kval.key(), limits)) {
				all.add(kval);
			}
		}
		all.addAll(added.kvals(limits));
		return KvalBlob.of(all);
	}
}
