// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

import java.nio.ByteBuffer;

import org.pmix4j.model.PmixException;

/** Receives the events of a connection. All methods are called on the loop, and calls are never nested. */
public interface ConnectionHandler {
	/**
	 * Called when bytes have arrived.
	 *
	 * @param bytes must be consumed before this method returns, since the buffer is shared by all connections of the loop; a handler that
	 *              pauses reading or installs another handler may leave the rest
	 * @throws PmixException if the bytes violate the protocol; the connection is then closed as {@link CloseReason.Kind#MALFORMED}
	 */
	void received(ByteBuffer bytes) throws PmixException;

	/**
	 * Called once when the connection was closed by either side; no other call follows.
	 *
	 * @param reason why it was closed
	 */
	void closed(CloseReason reason);

	/**
	 * Called when the write queue passes one of its marks. Bulk senders (forwarded output) pause at {@code false} and resume at {@code
	 * true}; control messages never pause.
	 *
	 * @param writable whether bulk senders may send
	 */
	default void writable(boolean writable) {
	}

	/**
	 * Called when the number of queued bytes has changed, even while bytes are sent; must not send itself.
	 *
	 * @param bytes that wait to be written; 0 after a close
	 */
	default void queued(long bytes) {
	}
}
