// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.peer;

import org.pmix4j.model.PmixException;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.loop.CloseReason;

/** What a role does with a peer. All methods are called on the loop, never one inside another. */
public interface PeerHandler {
	/**
	 * A message came.
	 *
	 * @param frame the message
	 * @throws PmixException if the connection is of no use any more; it is then closed as malformed. A bad request that can be
	 *                       answered with a status is no reason for that
	 */
	void received(Frame frame) throws PmixException;

	/**
	 * The peer is gone. Called once, also after a close from this side; nothing follows.
	 *
	 * @param reason who ended it and why
	 */
	void lost(CloseReason reason);

	/**
	 * Bulk data should pause, or may go on.
	 *
	 * @param writable whether more bulk data is welcome
	 */
	default void writable(boolean writable) {
	}
}
