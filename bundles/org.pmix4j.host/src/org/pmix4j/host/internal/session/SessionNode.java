// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import org.pmix4j.host.internal.node.NodeAgent;
import org.pmix4j.host.internal.node.SessionDirectory;
import org.pmix4j.job.Node;

/**
 * A session's share of a node. Immutable.
 *
 * @param agent     acts on the node
 * @param directory the session's directories there
 */
public record SessionNode(NodeAgent agent, SessionDirectory directory) {
	/** @return the node's number, name and slots */
	public Node node() {
		return agent.node();
	}
}
