// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.session;

import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.PmixException;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Makes the sessions of a process share a loop, without exposing loops in the API. Tests use it to run client and server on one simulated
 * loop.
 */
public final class SharedLoop {
	private static final ThreadLocal<@Nullable EventLoop> CURRENT = new ThreadLocal<>();

	/** Opens a session, or an object that owns one. */
	@FunctionalInterface
	public interface Opening<T> {
		/**
		 * Opens a session.
		 *
		 * @return the session or its owner
		 * @throws PmixException if the session cannot be opened
		 */
		T open() throws PmixException;
	}

	private SharedLoop() {
	}

	/**
	 * Opens sessions on a loop that they do not close.
	 *
	 * @param <T>     type of the result
	 * @param loop    for all sessions that this thread opens during the call
	 * @param opening opens a session
	 * @return the result of the opening
	 * @throws PmixException if the opening fails
	 */
	public static <T> T use(EventLoop loop, Opening<T> opening) throws PmixException {
		EventLoop outer = CURRENT.get();
		CURRENT.set(loop);
		try {
			return opening.open();
		} finally {
			CURRENT.set(outer);
		}
	}

	/** @return the loop for sessions that this thread opens; empty if each has its own */
	public static Optional<EventLoop> current() {
		return Optional.ofNullable(CURRENT.get());
	}
}
