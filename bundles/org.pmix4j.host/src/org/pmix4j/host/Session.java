// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.util.List;

/**
 * The resources of jobs: one allocation of nodes. Immutable.
 *
 * @param id    its number, unsigned
 * @param nodes at least one
 * @see "PMIx Standard, PMIX_SESSION_ID"
 */
public record Session(int id, List<Node> nodes) {
	/** @throws IllegalArgumentException if the list of nodes is empty */
	public Session {
		nodes = List.copyOf(nodes);
		if (nodes.isEmpty()) {
			throw new IllegalArgumentException("a session needs a node");
		}
	}

	/** @return the number of ranks that fit without oversubscription */
	public int slots() {
		return nodes.stream().mapToInt(Node::slots).sum();
	}
}
