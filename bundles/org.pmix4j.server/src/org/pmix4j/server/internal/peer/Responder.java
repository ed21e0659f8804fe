// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.peer;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.message.Reply;

/** Answers one request, once. On the loop. */
public final class Responder {
	private static final Logger LOG = System.getLogger(Responder.class.getName());

	private final ServerPeer peer;
	private final int tag;
	private final int length;
	private boolean answered;

	/**
	 * @param peer   who asks
	 * @param tag    on which the answer is awaited
	 * @param length of the request, in bytes
	 */
	public Responder(ServerPeer peer, int tag, int length) {
		this.peer = peer;
		this.tag = tag;
		this.length = length;
	}

	/** @return who asks */
	public ServerPeer peer() {
		return peer;
	}

	/**
	 * Sends the answer. A second one is a mistake of this program, which is logged and not sent. A request on a tag with a
	 * meaning of its own gets none: it would be taken for an event or for output.
	 */
	public void reply(Reply reply) {
		if (isFirst(reply.status())) {
			send(reply);
		}
	}

	private boolean isFirst(Object answer) {
		if (answered) {
			LOG.log(Level.ERROR, "second answer to one request of {0}: {1}", peer, answer);
			return false;
		}
		answered = true;
		peer.share().end(length);
		return Tag.isDynamic(tag);
	}

	/** The request is done, and nobody waits for an answer. */
	public void done() {
		isFirst("the end");
	}

	/** Sends an answer that is packed already; the bytes must not change any more. */
	public void reply(byte[] payload) {
		if (isFirst("a packed answer")) {
			send(payload);
		}
	}

	/** The C library's rule: an operation that succeeded at once is a success like any other. */
	public void reply(Status status) {
		reply(status.equals(Status.SUCCESS) || status.equals(Status.OPERATION_SUCCEEDED) ? Reply.StatusReply.OK
				: new Reply.StatusReply(status));
	}

	private void send(Reply reply) {
		try {
			send(peer.encode(reply));
		} catch (PmixException e) {
			LOG.log(Level.WARNING, "an answer to {0} cannot be expressed in its dialect: {1}", peer, e.getMessage());
			sendStatus(e.status());
		}
	}

	/** One that is longer than the peer takes would cost it its connection. */
	private void send(byte[] payload) {
		if (payload.length <= peer.version().maxPayload()) {
			peer.send(tag, payload);
		} else {
			LOG.log(Level.WARNING, "an answer of {0} bytes to {1} is not sent: its release takes {2} at the most", payload.length, peer,
					peer.version().maxPayload());
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
