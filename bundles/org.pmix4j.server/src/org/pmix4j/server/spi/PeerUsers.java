// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.spi;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Identifies the user at the other end of a TCP connection on this machine without relying on the peer's claim. If the platform supports
 * this, the server accepts only peers whose user it can identify. {@link KernelSocketTable} works without native code; a program with
 * native code may ask the kernel for a single socket, which is much faster.
 */
@FunctionalInterface
public interface PeerUsers {
	/**
	 * A connection, as seen from the server.
	 *
	 * @param peer   address of the other end
	 * @param server address of the server's end
	 */
	record Connection(InetSocketAddress peer, InetSocketAddress server) {
		/** Written out: the implementation of a record is linked at run time, which costs a launcher milliseconds. */
		@Override
		public boolean equals(@Nullable Object other) {
			return other instanceof Connection same && same.peer.equals(peer) && same.server.equals(server);
		}

		@Override
		public int hashCode() {
			return 31 * peer.hashCode() + server.hashCode();
		}
	}

	/**
	 * {@return the unsigned ids of the users at the other ends} Connections without an owner, or with a peer on another machine, are missing.
	 * Empty if the platform does not provide user ids.
	 *
	 * @param connections connections to identify; one costly lookup serves all of them
	 */
	Optional<Map<Connection, Integer>> of(List<Connection> connections);

	/**
	 * {@return whether a lookup takes only microseconds, so that it may run on the server's event loop; otherwise it runs on the server's
	 * executor, for all connections that arrived during the previous lookup}
	 */
	default boolean isQuick() {
		return false;
	}
}
