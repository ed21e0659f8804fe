// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.collective;

import java.util.List;

import org.pmix4j.model.Proc;
import org.pmix4j.server.internal.registry.NamespaceRegistry;

/**
 * Derives the participants of operations. Keeps the last result, because a job usually repeats fences of the same processes. Owned by
 * {@link Collectives}.
 */
final class Memberships {
	private final NamespaceRegistry registry;
	private List<Proc> lastProcs = List.of();
	private Membership last = Membership.UNKNOWN;
	private long lastGeneration = -1;

	Memberships(NamespaceRegistry registry) {
		this.registry = registry;
	}

	/** Returns a number that is different after each change of the registry. */
	long generation() {
		return registry.generation();
	}

	/** Returns the participants of operations of these processes, a list that does not change. */
	Membership of(List<Proc> procs) {
		if (lastGeneration != registry.generation() || !procs.equals(lastProcs)) {
			last = Membership.of(procs, registry);
			lastProcs = procs;
			lastGeneration = registry.generation();
		}
		return last;
	}
}
