// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

import java.nio.ByteBuffer;

import org.pmix4j.model.PmixException;

/** What a role does with a connection. All methods are called on the loop, never one inside another. */
public interface ConnectionHandler {
	/**
	 * Bytes came.
	 *
	 * @param bytes must be consumed before this returns, as the buffer serves all connections of the loop; a handler
	 *              that does not want more now, or puts another in its place, leaves the rest
	 * @throws PmixException if they break the protocol; the connection is then closed as {@link CloseReason.Kind#MALFORMED}
	 */
	void received(ByteBuffer bytes) throws PmixException;

	/**
	 * The connection is no more. Called once, also after a close from this side; nothing follows.
	 *
	 * @param reason who ended it and why
	 */
	void closed(CloseReason reason);

	/**
	 * The queue of bytes to write passed one of its marks. Who sends bulk data (forwarded output) pauses on {@code false}
	 * and goes on at {@code true}; control messages never pause.
	 *
	 * @param writable whether more bulk data is welcome
	 */
	default void writable(boolean writable) {
	}
}
