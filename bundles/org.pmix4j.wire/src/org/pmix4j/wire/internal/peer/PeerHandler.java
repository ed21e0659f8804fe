// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.peer;

import org.pmix4j.model.PmixException;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.frame.FrameMemory;
import org.pmix4j.wire.internal.loop.CloseReason;

/** Handles the messages and the end of a peer for a role. All methods are called on the loop, and calls are never nested. */
public interface PeerHandler {
	/**
	 * Called when a message has arrived.
	 *
	 * @param frame the message
	 * @throws PmixException if the connection cannot be used anymore; it is then closed as malformed. A bad request that can be answered with
	 *                       a status is not a reason
	 */
	void received(Frame frame) throws PmixException;

	/** @return memory of the messages that are being received; asked once, when the handler is made */
	default FrameMemory memory() {
		return FrameMemory.UNLIMITED;
	}

	/**
	 * Called once when the connection was closed by either side; no other call follows.
	 *
	 * @param reason why it was closed
	 */
	void lost(CloseReason reason);

	/**
	 * Called when bulk senders should pause or may resume.
	 *
	 * @param writable whether bulk senders may send
	 */
	default void writable(boolean writable) {
	}

	/**
	 * Called when the number of bytes that wait to be sent has changed, even while a message is sent; must not send itself.
	 *
	 * @param bytes that wait to be sent; 0 after a close
	 */
	default void queued(long bytes) {
	}
}
