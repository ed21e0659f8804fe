// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.peer;

import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.loop.CloseReason;

/** Decides for a server which peers are accepted. All methods are called on the loop. */
public interface Greeter {
	/**
	 * Called with a peer's hello. The greeter must call one of the handshake's methods, now or later, within a limit of its own.
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
