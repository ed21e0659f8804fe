// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.connection;

import java.net.InetSocketAddress;
import java.util.Optional;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.handshake.ServerOwner;

/**
 * The information that a process needs to connect to a server. Immutable.
 *
 * @param self     identity of this process; empty if the server assigns one
 * @param server   identity of the server
 * @param address  where the server listens
 * @param version  release of the server
 * @param encoding of messages in both directions
 * @param psec     security module that the server accepts: native or none
 * @param hostname of this node, as the server names it
 * @param owner    the users who may own the server
 */
public record ServerContact(Optional<Proc> self, Proc server, InetSocketAddress address, PeerVersion version, Encoding encoding,
		String psec, String hostname, ServerOwner owner) {
	/** Port in the address of the missing server of a singleton. */
	static final int NO_PORT = 0;

	/** @return whether there is no server, so that this process is a job by itself */
	public boolean isSingleton() {
		return address.getPort() == NO_PORT;
	}

	/** Finds the server that a role connects to. Called once, on the thread that opens the session; may read files. */
	@FunctionalInterface
	public interface Finder {
		/**
		 * Finds the server.
		 *
		 * @return the server and, if it is known, the identity of this process
		 * @throws PmixException {@code ERR_UNREACH} if there is no server, {@code ERR_BAD_PARAM} if the variable or file that should name
		 *                       it is malformed, {@code ERR_NOT_SUPPORTED} if its protocol is not supported
		 */
		ServerContact find() throws PmixException;
	}
}
