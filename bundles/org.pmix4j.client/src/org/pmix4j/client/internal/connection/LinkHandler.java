// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.connection;

import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.message.Delivery;

/** Handles what a server does of its own accord. Called on the loop. */
public interface LinkHandler {
	/**
	 * Takes an event or output.
	 *
	 * @param delivery what the server sent
	 */
	void delivered(Delivery delivery);

	/**
	 * Notes that the connection has ended, by either side. All requests have failed by now.
	 *
	 * @param reason why
	 */
	void lost(CloseReason reason);
}
