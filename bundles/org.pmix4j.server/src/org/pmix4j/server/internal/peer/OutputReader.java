// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.peer;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.message.Delivery;

/** A connected process to which output is sent. */
public interface OutputReader {
	/** @return its name */
	Proc proc();

	/** @return its release */
	PeerVersion version();

	/** @return whether it is a tool; a tool itself marks the lines of jobs that it has spawned */
	boolean isTool();

	/** @return whether it has finalized or is being disconnected, so that it takes no more output */
	boolean isLeaving();

	/** @return whether its write queue has room for bulk data */
	boolean isWritable();

	/** @return bytes that its connection has taken so far */
	long writtenBytes();

	/** Lets it read as slowly as it likes; its senders wait until it is writable. */
	void pauseTimeout();

	/**
	 * Queues a message without a request.
	 *
	 * @throws PmixException if its release cannot express the message; nothing is sent then
	 */
	void send(Delivery delivery) throws PmixException;

	/** Logs a warning that this process has caused, unless there are too many. */
	void warn(String line);
}
