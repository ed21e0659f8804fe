// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.collective;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.server.internal.registry.Client;
import org.pmix4j.server.internal.registry.Namespace;
import org.pmix4j.server.internal.registry.NamespaceRegistry;

/**
 * The participants of a collective operation from this server's view. Immutable.
 *
 * @param expected   local processes that have to join
 * @param gone       local processes that would have to join, but are dead
 * @param isComplete whether all registrations that decide this are made
 * @param isLocal    whether only local processes take part
 * @see "OpenPMIx src/server/pmix_server_ops.c, new_tracker"
 */
public record Membership(Set<Proc> expected, Set<Proc> gone, boolean isComplete, boolean isLocal) {
	/** Stands for participants that are not determined yet. */
	static final Membership UNKNOWN = new Membership(Set.of(), Set.of(), false, false);

	public static Membership of(List<Proc> procs, NamespaceRegistry registry) {
		Set<Proc> expected = new LinkedHashSet<>();
		Set<Proc> gone = new LinkedHashSet<>();
		Set<Proc> wildcards = new HashSet<>();
		boolean complete = true;
		boolean local = true;
		for (Proc proc : procs) {
			Optional<Namespace> found = registry.find(proc.nspace());
			if (found.isEmpty()) {
				local = false;
				continue;
			}
			Namespace namespace = found.get();
			complete &= namespace.isComplete();
			if (proc.rank().isProcess()) {
				Optional<Client> client = namespace.client(proc.rank());
				local &= client.isPresent();
				client.ifPresent(c -> sort(c, expected, gone));
			} else {
				local &= namespace.isLocal() || proc.rank().equals(Rank.LOCAL_PEERS);
				// a peer may repeat a wildcard thousands of times
				if (wildcards.add(proc)) {
					namespace.clients().forEach(c -> sort(c, expected, gone));
				}
			}
		}
		return new Membership(expected, gone, complete, local);
	}

	private static void sort(Client client, Set<Proc> expected, Set<Proc> gone) {
		(client.isGone() ? gone : expected).add(client.proc());
	}
}
