// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.peer;

import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.loop.CloseReason;

/** Decides for a server who comes in. All methods are called on the loop. */
public interface Greeter {
	/**
	 * Somebody introduces itself. Now or later, but within a limit of the role's own, one of the handshake's methods must be
	 * called.
	 *
	 * @param hello     what it says of itself; nothing of it is proven
	 * @param handshake to accept or refuse it
	 */
	void hello(Hello hello, AcceptHandshake handshake);

	/**
	 * A connection ended before it was accepted or refused.
	 *
	 * @param reason why
	 */
	void failed(CloseReason reason);
}
