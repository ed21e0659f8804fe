// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.peer;

import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.loop.CloseReason;

/** Decides which peers a server accepts. All methods are called on the loop. */
public interface HandshakeHandler {
	/**
	 * Called with a peer's hello. The handler must call one of the handshake's methods, now or later; it limits the time itself.
	 *
	 * @param hello     the hello; its claims are not verified
	 * @param handshake accepts or refuses the peer
	 */
	void hello(Hello hello, AcceptHandshake handshake);

	/**
	 * Called while a hello is incomplete and has arrived in part.
	 *
	 * @param bytes memory that the received part occupies
	 * @return whether to wait for the rest; otherwise the connection is closed, and {@link #failed} is called
	 */
	default boolean receiving(int bytes) {
		return true;
	}

	/**
	 * Called when a connection ended before the peer was accepted or refused.
	 *
	 * @param reason why it ended
	 */
	void failed(CloseReason reason);
}
