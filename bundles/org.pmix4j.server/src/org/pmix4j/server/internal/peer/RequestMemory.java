// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.peer;

import org.pmix4j.model.Status;
import org.pmix4j.server.internal.memory.Budget;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.frame.FrameMemory;

/**
 * The memory of one peer's requests, from their first byte to their reply. A request without memory is skipped and answered with
 * OUT_OF_RESOURCE; the connection stays usable. Owned by a {@link ServerPeer}, on the server's loop; ends with the connection.
 */
final class RequestMemory implements FrameMemory {
	private final ServerPeer peer;
	private final Budget.Share share;

	RequestMemory(ServerPeer peer, Budget.Share share) {
		this.peer = peer;
		this.share = share;
	}

	/** Refuses a request with a reason in the log. A length that no C program can send shows that the stream is out of step. */
	@Override
	public void tooLong(int tag, long length, int limit) throws MalformedMessageException {
		if (length > Integer.MAX_VALUE) {
			UNLIMITED.tooLong(tag, length, limit);
		}
		peer.warnOfRefusal("it has " + length + " bytes, and the limit is " + limit + " bytes (option --max-message)");
	}

	@Override
	public boolean take(long bytes) {
		boolean taken = share.take(bytes);
		if (!taken) {
			peer.warnOfRefusal("there is no memory for it: " + share);
		}
		return taken;
	}

	@Override
	public void give(long bytes) {
		share.give(bytes);
	}

	@Override
	public void skipped(int tag, long length) {
		if (!peer.isLeaving()) {
			new Responder(peer, tag, 0).reply(Status.ERR_OUT_OF_RESOURCE);
		}
	}

	/** Gives back everything. */
	void end() {
		share.end();
	}
}
