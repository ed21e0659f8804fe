// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.connection;

import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.message.Delivery;

/** Handles deliveries and the end of a connection. Called on the loop. */
public interface LinkHandler {
	/**
	 * Handles an event or output.
	 *
	 * @param delivery the delivery
	 */
	void delivered(Delivery delivery);

	/**
	 * Handles the end of the connection, by either side. All pending requests have already failed.
	 *
	 * @param reason the reason for the end of the connection
	 */
	void lost(CloseReason reason);
}
