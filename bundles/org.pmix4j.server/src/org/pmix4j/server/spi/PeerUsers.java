// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.spi;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Knows whose process is at the other end of a TCP connection on this machine, without asking that process, whose word proves
 * nothing. The server lets nobody in whose user it cannot find out this way, where there is such a way. {@link KernelSocketTable}
 * works without native code; a program that has it may ask the kernel for a single socket, which is faster by far.
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
		/** Written out, as what the compiler makes for a record is put together at run time, which costs a launcher milliseconds. */
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
	 * @param connections about which to find out; if a look is costly, it is taken once for all of them
	 * @return the user ids at the other ends, unsigned. One that is missing is held by nobody any more, or not on this machine.
	 *         Empty if this platform does not tell
	 */
	Optional<Map<Connection, Integer>> of(List<Connection> connections);

	/**
	 * @return whether a look takes microseconds, so that it may be taken on the server's event loop; else the server's executor
	 *         takes it, for all who came during the last look together
	 */
	default boolean isQuick() {
		return false;
	}
}
