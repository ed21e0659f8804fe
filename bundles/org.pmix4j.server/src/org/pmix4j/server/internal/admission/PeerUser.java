// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.admission;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import org.pmix4j.server.spi.PeerUsers.Connection;
import org.pmix4j.wire.internal.kernel.OverflowUser;

/**
 * The user at the other end of a connection, according to the kernel. Immutable.
 *
 * @param isKnowable whether the platform reports the users of connections
 * @param uid        the user id; empty if the platform reports no users or has no such connection
 * @param isProven   whether it is certain that processes with this user id are of one user; see {@link Identification}
 */
public record PeerUser(boolean isKnowable, OptionalInt uid, boolean isProven) {
	/** The platform reports no users. */
	static final PeerUser UNKNOWN = new PeerUser(false, OptionalInt.empty(), true);
	/** The kernel has no such connection. */
	static final PeerUser MISSING = new PeerUser(true, OptionalInt.empty(), true);

	/**
	 * @param found      the users of some connections; empty if the platform reports none
	 * @param connection one of the connections that were looked for
	 */
	static PeerUser of(Optional<Map<Connection, Integer>> found, Connection connection) {
		if (found.isEmpty()) {
			return UNKNOWN;
		}
		Integer uid = found.get().get(connection);
		return uid == null ? MISSING : new PeerUser(true, OptionalInt.of(uid), uid != OverflowUser.UID);
	}

	/** Returns the same user, who is now known to be this process's own. */
	PeerUser proven() {
		return new PeerUser(isKnowable, uid, true);
	}

	/** Returns whether the kernel has no such connection: it is closed already, or its process runs on another machine. */
	boolean isMissing() {
		return isKnowable && uid.isEmpty();
	}
}
