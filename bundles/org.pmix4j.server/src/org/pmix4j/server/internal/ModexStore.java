// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.Proc;
import org.pmix4j.model.Scope;
import org.pmix4j.wire.codec.Limits;
import org.pmix4j.wire.codec.MalformedMessageException;
import org.pmix4j.wire.message.KvalBlob;
import org.pmix4j.wire.message.ScopedData;

/**
 * What processes have put and committed, as they sent it. Each commit brings all of a scope again, so the newest replaces
 * the one before. On the loop.
 *
 * @see "OpenPMIx src/server/pmix_server_ops.c, pmix_server_commit"
 */
final class ModexStore {
	private final Limits limits;
	private final Map<Proc, Committed> data = new HashMap<>();

	ModexStore(Limits limits) {
		this.limits = limits;
	}

	/**
	 * Takes over a commit, whole or not at all.
	 *
	 * @throws MalformedMessageException if it cannot be decoded
	 */
	void commit(Proc proc, List<ScopedData> parts) throws MalformedMessageException {
		for (ScopedData part : parts) {
			part.data().keys(limits);
		}
		Committed committed = data.computeIfAbsent(proc, p -> new Committed());
		committed.count++;
		for (ScopedData part : parts) {
			committed.parts.put(part.scope().equals(Scope.GLOBAL) ? Scope.LOCAL : part.scope(), part.data());
			if (part.scope().equals(Scope.GLOBAL)) {
				committed.parts.put(Scope.REMOTE, part.data());
			}
		}
	}

	/** @return whether the process has committed at all */
	boolean hasCommitted(Proc proc) {
		return data.containsKey(proc);
	}

	/** @return how often it has committed; 0 for never */
	int commits(Proc proc) {
		Committed committed = data.get(proc);
		return committed == null ? 0 : committed.count;
	}

	/**
	 * @param scope LOCAL for what processes of this node may read, REMOTE for the others
	 * @return what the process has committed for them
	 */
	Optional<KvalBlob> find(Proc proc, Scope scope) {
		Committed committed = data.get(proc);
		return committed == null ? Optional.empty() : Optional.ofNullable(committed.parts.get(scope));
	}

	/** @return whether such readers can see that key */
	boolean contains(Proc proc, Scope scope, String key) {
		try {
			Optional<KvalBlob> blob = find(proc, scope);
			return blob.isPresent() && blob.get().contains(key, limits);
		} catch (MalformedMessageException e) {
			throw new IllegalStateException("checked when it was committed", e);
		}
	}

	void forgetNamespace(String nspace) {
		data.keySet().removeIf(proc -> proc.nspace().equals(nspace));
	}

	private static final class Committed {
		private final Map<Scope, KvalBlob> parts = new HashMap<>();
		private int count;
	}
}
