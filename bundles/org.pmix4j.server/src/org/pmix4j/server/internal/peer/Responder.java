// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.peer;

import java.lang.System.Logger.Level;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.message.Reply;

/** Sends the reply to one request. Made for each request; ends with the first reply. */
public final class Responder {
	private static final PeerLog LOG = PeerLog.of(Responder.class);
	/** The assumed size of a request without its bytes. */
	private static final int BASE = 2 << 10;

	private final ServerPeer peer;
	private final int tag;
	/** The memory that the request occupies until it is answered, in bytes. */
	private long held;
	private boolean answered;

	/**
	 * @param peer   sent the request
	 * @param tag    of the request and its reply
	 * @param length of the request, in bytes, which its reader has taken from the peer's memory
	 */
	public Responder(ServerPeer peer, int tag, int length) {
		this.peer = peer;
		this.tag = tag;
		this.held = length;
		peer.requested();
	}

	/**
	 * Takes more memory for the request until it is answered, because its state needs more than its bytes.
	 *
	 * @return whether there is memory; if not, the refusal is logged already
	 */
	public boolean begin() {
		boolean taken = peer.memory().take(BASE);
		held += taken ? BASE : 0;
		return taken;
	}

	/** @return the memory that the request occupies until it is answered, in bytes */
	public long held() {
		return held;
	}

	/** @return the peer that sent the request */
	public ServerPeer peer() {
		return peer;
	}

	/**
	 * Sends the reply. A second reply is a mistake of this program, which is logged and not sent. A request on a reserved tag gets no
	 * reply, because the peer would take it for an event or for output.
	 */
	public void reply(Reply reply) {
		if (isFirst(reply.status())) {
			send(reply);
		}
	}

	private boolean isFirst(Object answer) {
		if (answered) {
			LOG.log(Level.ERROR, "second reply to one request of {0}: {1}", peer, answer);
			return false;
		}
		answered = true;
		peer.answered();
		peer.memory().give(held);
		return Tag.isDynamic(tag);
	}

	/** Ends a request that has no reply. */
	public void done() {
		isFirst("the end");
	}

	/** Sends a reply that is packed already; the bytes must not change afterwards. */
	public void reply(byte[] payload) {
		if (isFirst("a packed reply")) {
			send(payload);
		}
	}

	/** Sends a reply that other peers receive as well. */
	public void reply(SharedMessage shared) {
		if (isFirst("a shared reply")) {
			try {
				send(peer.encode(shared));
			} catch (PmixException e) {
				refuse(e);
			}
		}
	}

	/** Sends a status as the reply. As in the C library, OPERATION_SUCCEEDED is sent as SUCCESS. */
	public void reply(Status status) {
		reply(status.equals(Status.SUCCESS) || status.equals(Status.OPERATION_SUCCEEDED) ? Reply.StatusReply.OK
				: new Reply.StatusReply(status));
	}

	private void send(Reply reply) {
		try {
			send(peer.encode(reply));
		} catch (PmixException e) {
			refuse(e);
		}
	}

	private void refuse(PmixException problem) {
		peer.warn("a reply to " + peer + " cannot be expressed in its dialect: " + problem.getMessage());
		sendStatus(problem.status());
	}

	/** Replaces a reply that is longer than the peer accepts by a status, because the peer would close the connection. */
	private void send(byte[] payload) {
		if (payload.length <= peer.version().maxPayload()) {
			peer.send(tag, payload);
		} else {
			peer.warn("a reply of " + payload.length + " bytes to " + peer + " is not sent: its release accepts at most "
					+ peer.version().maxPayload());
			sendStatus(Status.ERR_OUT_OF_RESOURCE);
		}
	}

	private void sendStatus(Status status) {
		try {
			peer.send(tag, peer.encode(new Reply.StatusReply(status)));
		} catch (PmixException e) {
			throw new IllegalStateException("a status can be expressed in every dialect", e);
		}
	}
}
