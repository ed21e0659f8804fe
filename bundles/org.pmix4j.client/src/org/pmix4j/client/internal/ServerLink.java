// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.pmix4j.model.PmixException;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.frame.TagAllocator;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.message.Delivery.EventDelivery;
import org.pmix4j.wire.internal.message.DeliveryCodec;
import org.pmix4j.wire.internal.message.PeerFormat;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyCodec;
import org.pmix4j.wire.internal.message.ReplyKind;
import org.pmix4j.wire.internal.message.Request;
import org.pmix4j.wire.internal.message.RequestCodec;
import org.pmix4j.wire.internal.peer.Peer;
import org.pmix4j.wire.internal.peer.PeerHandler;
import org.pmix4j.wire.internal.peer.PendingReplies;

/**
 * The connection to the server, in terms of messages: requests with their replies, and what the server sends unasked. Owned
 * by the client, on its loop.
 */
public final class ServerLink implements PeerHandler {
	private static final Logger LOG = System.getLogger(ServerLink.class.getName());

	private final Peer peer;
	private final PeerVersion version;
	private final TagAllocator tags = new TagAllocator();
	private final PendingReplies pending;
	private final RequestCodec requests;
	private final ReplyCodec replies;
	private final DeliveryCodec deliveries;
	private final Listener listener;

	/** Told of what the server does of its own accord; on the loop. */
	public interface Listener {
		/**
		 * An event came.
		 *
		 * @param event the event
		 */
		void event(EventDelivery event);

		/**
		 * The server is gone, or this side closed the connection. All requests have failed by now.
		 *
		 * @param reason why
		 */
		void lost(CloseReason reason);
	}

	/**
	 * @param peer     the server, after the handshake
	 * @param format   how messages look
	 * @param listener is told what happens
	 */
	public ServerLink(Peer peer, PeerFormat format, Listener listener) {
		this.peer = peer;
		this.version = format.version();
		this.pending = new PendingReplies(peer, tags);
		this.requests = new RequestCodec(format);
		this.replies = new ReplyCodec(format);
		this.deliveries = new DeliveryCodec(format);
		this.listener = listener;
	}

	/** @return release of the server */
	public PeerVersion version() {
		return version;
	}

	/** @return whether requests can still be sent */
	public boolean isOpen() {
		return !peer.isClosed();
	}

	/** @return whether the caller is on the client's loop, as all who change its state must be */
	public boolean inLoop() {
		return peer.loop().inLoop();
	}

	/** @return the connection below, for dumps */
	public Peer peer() {
		return peer;
	}

	/** @return what is waited for */
	public PendingReplies pending() {
		return pending;
	}

	/**
	 * Sends a request.
	 *
	 * @param <R>       record of the reply
	 * @param operation what is asked, for messages
	 * @param request   the request
	 * @param kind      of the reply
	 * @param limit     how long to wait for it
	 * @return the reply, whatever its status; completed on the loop. Fails with {@code ERR_TIMEOUT}, {@code ERR_UNREACH}, or
	 *         because request or reply cannot be put into bytes or read
	 */
	public <R extends Reply> CompletableFuture<R> request(String operation, Request request, ReplyKind<R> kind, Duration limit) {
		byte[] payload;
		try {
			payload = requests.encode(request);
		} catch (PmixException unsendable) {
			return CompletableFuture.failedFuture(
					new PmixException(unsendable.status(), operation + ": " + unsendable.getMessage(), unsendable));
		}
		return pending.request(operation, payload, limit).thenApply(bytes -> decode(operation, kind, bytes));
	}

	private <R extends Reply> R decode(String operation, ReplyKind<R> kind, byte[] payload) {
		try {
			return replies.decode(kind, ByteBuffer.wrap(payload));
		} catch (MalformedMessageException unreadable) {
			throw new CompletionException(
					new PmixException(unreadable.status(), operation + ": the reply is malformed: " + unreadable.getMessage(), unreadable));
		}
	}

	/**
	 * Sends a request that nobody answers.
	 *
	 * @param request the request
	 * @throws PmixException if it cannot be put into bytes
	 */
	public void send(Request request) throws PmixException {
		peer.send(tags.next(), requests.encode(request));
	}

	/** Closes the connection once everything is sent. */
	public void close() {
		peer.closeWhenWritten(CloseReason.DONE);
	}

	@Override
	public void received(Frame frame) {
		if (pending.received(frame)) {
			return;
		}
		if (frame.tag() == Tag.NOTIFY) {
			event(frame);
		} else {
			LOG.log(Level.DEBUG, "{0} from {1} is not for a client", frame, peer);
		}
	}

	/** A bad event does no harm to the messages that follow. */
	private void event(Frame frame) {
		EventDelivery event;
		try {
			event = deliveries.decodeEvent(ByteBuffer.wrap(frame.payload()));
		} catch (MalformedMessageException unreadable) {
			LOG.log(Level.WARNING, "An event from {0} is malformed and dropped: {1}", peer, unreadable.getMessage());
			return;
		}
		listener.event(event);
	}

	@Override
	public void lost(CloseReason reason) {
		pending.lost(reason);
		listener.lost(reason);
	}
}
