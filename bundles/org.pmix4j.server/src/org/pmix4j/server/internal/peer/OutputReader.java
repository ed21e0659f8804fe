// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.peer;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.message.Delivery;

/** A connected process, as far as output can be sent to it. On the loop. */
public interface OutputReader {
	/** @return its name */
	Proc proc();

	/** @return its release */
	PeerVersion version();

	/** @return whether it is a tool, which marks the lines of jobs that it has spawned by itself */
	boolean isTool();

	/** @return whether it has said goodbye: it wants no more output */
	boolean isLeaving();

	/** @return whether its queue has room for bulk data; who sends output is told when it has again */
	boolean isWritable();

	/**
	 * Queues a delivery.
	 *
	 * @param delivery what
	 * @throws PmixException if its release has no words for it; nothing is sent then
	 */
	void send(Delivery delivery) throws PmixException;
}
