// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.nio.file.Path;
import java.util.List;

/**
 * The resources that jobs run in: one allocation of nodes. Immutable.
 *
 * @param id        its number, unsigned
 * @param nodes     at least one
 * @param directory the top of its directory tree on this node; removed with all content when the host closes
 * @see "PMIx Standard, PMIX_SESSION_ID; PMIX_TMPDIR"
 */
public record Session(int id, List<Node> nodes, Path directory) {
	/** @throws IllegalArgumentException if there is no node */
	public Session {
		nodes = List.copyOf(nodes);
		if (nodes.isEmpty()) {
			throw new IllegalArgumentException("a session needs a node");
		}
	}

	/** @return how many ranks fit without oversubscription */
	public int slots() {
		return nodes.stream().mapToInt(Node::slots).sum();
	}
}
