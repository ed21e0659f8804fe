// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.session;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;

import org.pmix4j.client.internal.connection.ServerContact;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;

/**
 * The sessions of the ranks of this JVM. A rank that is opened again shares its session, because servers count each connection of a
 * rank as a participant of collective operations. Thread-safe; an entry ends with its session.
 */
public final class SharedSessions {
	private static final Map<Key, RoleSession> OPEN = new ConcurrentHashMap<>();

	private record Key(Proc self, InetSocketAddress server) {
	}

	private SharedSessions() {
	}

	/**
	 * Opens a session, or shares the existing one of the same rank and server, with its options.
	 *
	 * @param role    the role of this process, whose identity the finder knows
	 * @param options limits
	 * @return the session; must be closed, and ends when all that share it are closed
	 * @throws PmixException         as {@link RoleSession#open}
	 * @throws IllegalStateException on the loop or in a handler
	 */
	public static RoleSession open(Role role, SessionLimits options) throws PmixException {
		if (SharedLoop.current().isPresent()) {
			return RoleSession.open(role, options);
		}
		ServerContact contact = role.finder().find();
		Key key = new Key(contact.self().orElseThrow(), contact.address());
		RoleSession[] session = new RoleSession[1];
		try {
			OPEN.compute(key, (rank, first) -> {
				try {
					Optional<RoleSession> shared = first == null ? Optional.empty() : first.share();
					session[0] = shared.isPresent() ? shared.get() : RoleSession.open(role, options);
					return shared.isPresent() ? first : session[0];
				} catch (PmixException unopened) {
					throw new CompletionException(unopened);
				}
			});
		} catch (CompletionException wrapped) {
			if (wrapped.getCause() instanceof PmixException unopened) {
				throw unopened;
			}
			throw wrapped;
		}
		return session[0];
	}

	/** Removes the entry of a session that has ended. */
	static void forget(SessionCore ended) {
		OPEN.values().removeIf(session -> session.core() == ended);
	}
}
