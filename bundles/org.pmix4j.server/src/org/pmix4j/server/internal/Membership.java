// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.model.Proc;

/**
 * Who takes part in a collective operation, as far as this server is concerned.
 *
 * @param expected   local processes that have to join
 * @param isComplete whether all that is needed to know them has been registered
 * @param isLocal    whether nobody takes part but local processes
 * @see "OpenPMIx src/server/pmix_server_ops.c, new_tracker"
 */
record Membership(Set<Proc> expected, boolean isComplete, boolean isLocal) {
	static Membership of(List<Proc> procs, NamespaceRegistry registry) {
		Set<Proc> expected = new LinkedHashSet<>();
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
				client.ifPresent(c -> expect(c, expected));
			} else {
				local &= namespace.isLocal();
				namespace.clients().forEach(c -> expect(c, expected));
			}
		}
		return new Membership(expected, complete, local);
	}

	private static void expect(Client client, Set<Proc> expected) {
		if (!client.lost) {
			expected.add(client.proc);
		}
	}
}
