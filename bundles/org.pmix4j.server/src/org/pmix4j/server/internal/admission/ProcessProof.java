// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.admission;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.pmix4j.server.spi.KernelSocketTable;
import org.pmix4j.server.spi.PeerUsers.Connection;
import org.pmix4j.wire.internal.kernel.OwnSockets;

/**
 * Proves by the open files of processes that the other end of a connection belongs to this process's user, where user ids cannot prove it
 * because the user namespace does not map them.
 *
 * <p>Unlike a secret in the environment or a credential in a file, this works for unmodified C clients, which send only user ids.
 * Stateless; reads all of {@code /proc}, so that it must not run on the server's loop.
 */
final class ProcessProof {
	private final KernelSocketTable table = new KernelSocketTable();

	/** @return those of the connections that come from processes of this process's own user */
	Set<Connection> proven(List<Connection> connections) {
		Map<Connection, Long> inodes = new HashMap<>(table.inodes(connections).orElse(Map.of()));
		inodes.values().retainAll(OwnSockets.among(Set.copyOf(inodes.values())));
		return inodes.keySet();
	}
}
