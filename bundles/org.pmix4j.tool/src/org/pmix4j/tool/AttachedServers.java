// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The servers to which a tool is attached at one time. Immutable.
 *
 * @param primary the server of requests that name none; empty if the tool has none
 * @param all     all servers in the order of their attachment
 */
record AttachedServers(Optional<ToolServer> primary, List<ToolServer> all) {
	static final AttachedServers NONE = new AttachedServers(Optional.empty(), List.of());

	/** Adds a server, which becomes the primary one if there is none. */
	AttachedServers plus(ToolServer server, boolean asPrimary) {
		List<ToolServer> more = new ArrayList<>(all);
		more.add(server);
		return new AttachedServers(asPrimary || primary.isEmpty() ? Optional.of(server) : primary, List.copyOf(more));
	}

	AttachedServers minus(ToolServer server) {
		return new AttachedServers(primary.filter(each -> each != server), all.stream().filter(each -> each != server).toList());
	}

	AttachedServers withPrimary(ToolServer server) {
		return all.contains(server) ? new AttachedServers(Optional.of(server), all) : this;
	}

	/** Returns the servers whose connection stands, the primary one first. */
	List<ToolServer> connected() {
		List<ToolServer> ordered = new ArrayList<>(primary.stream().toList());
		all.stream().filter(each -> !ordered.contains(each)).forEach(ordered::add);
		return ordered.stream().filter(ToolServer::isConnected).toList();
	}
}
