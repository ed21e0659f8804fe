// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.session;

import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.PmixException;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Lets several sessions of a process share a loop, without a word about loops in the API. Tests put client and server on one
 * simulated loop with it.
 */
public final class SharedLoop {
	private static final ThreadLocal<@Nullable EventLoop> CURRENT = new ThreadLocal<>();

	/** Opens a session, or the public face of one. */
	@FunctionalInterface
	public interface Opening<T> {
		/**
		 * Opens it.
		 *
		 * @return the session or its face
		 * @throws PmixException if that fails
		 */
		T open() throws PmixException;
	}

	private SharedLoop() {
	}

	/**
	 * Opens sessions on a loop that they do not close.
	 *
	 * @param <T>     type of the result
	 * @param loop    for all sessions that this thread opens meanwhile
	 * @param opening opens a session
	 * @return its result
	 * @throws PmixException if the opening fails
	 */
	public static <T> T use(EventLoop loop, Opening<T> opening) throws PmixException {
		CURRENT.set(loop);
		try {
			return opening.open();
		} finally {
			CURRENT.remove();
		}
	}

	static Optional<EventLoop> current() {
		return Optional.ofNullable(CURRENT.get());
	}
}
