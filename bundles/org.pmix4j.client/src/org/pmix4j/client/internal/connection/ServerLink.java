// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.connection;

import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.frame.TagAllocator;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.message.Delivery;
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
 * The connection to a server in terms of messages: requests with their replies, and deliveries. Owned by a session, on its
 * loop; ends with the connection.
 */
public final class ServerLink implements PeerHandler {
	private static final PeerLog LOG = PeerLog.of(ServerLink.class);

	private final Peer peer;
	private final PeerVersion version;
	private final TagAllocator tags;
	private final PendingReplies pending;
	private final RequestCodec requests;
	private final ReplyCodec replies;
	private final DeliveryCodec deliveries;
	private final Handler handler;

	/**
	 * @param peer    the server, after the handshake
	 * @param format  form of the messages
	 * @param tags    allocates the tag of each request
	 * @param handler handles deliveries and the end of the connection
	 */
	public ServerLink(Peer peer, PeerFormat format, TagAllocator tags, Handler handler) {
		this.peer = peer;
		this.tags = tags;
		this.version = format.version();
		this.pending = new PendingReplies(peer, tags);
		this.requests = new RequestCodec(format);
		this.replies = new ReplyCodec(format);
		this.deliveries = new DeliveryCodec(format);
		this.handler = handler;
	}

	/** @return the release of the server */
	public PeerVersion version() {
		return version;
	}

	/** @return whether this process is a singleton, which has never had a server */
	public boolean isAbsent() {
		return peer.isAbsent();
	}

	/** @return whether requests can still be sent */
	public boolean isOpen() {
		return !peer.isClosed();
	}

	/** @return whether the caller is on the loop, as required for any change to the state of a session */
	public boolean inLoop() {
		return peer.loop().inLoop();
	}

	/** @return the underlying connection */
	public Peer peer() {
		return peer;
	}

	/** @return the pending requests */
	public PendingReplies pending() {
		return pending;
	}

	/**
	 * Sends a request.
	 *
	 * @param <R>       record of the reply
	 * @param operation name of the operation, for messages
	 * @param request   the request
	 * @param kind      of the reply
	 * @param limit     the time to wait for the reply
	 * @return the reply with any status, completed on the loop; fails with {@code ERR_TIMEOUT}, with {@code ERR_UNREACH}, or if the
	 *         request cannot be encoded or the reply is malformed
	 */
	public <R extends Reply> CompletableFuture<R> request(String operation, Request request, ReplyKind<R> kind, Duration limit) {
		assert inLoop();
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
					PmixException.ofServer(unreadable.status(), operation + ": the reply is malformed: " + unreadable.getMessage()));
		}
	}

	/**
	 * Sends a request whose reply is a status.
	 *
	 * @param operation    name of the operation, for messages
	 * @param request      the request
	 * @param limit        the time to wait for the reply; zero for the default
	 * @param defaultLimit the time to wait if the limit is zero
	 * @return completed on the loop when the reply is success; fails as {@link #request} does, and with the status of the reply
	 */
	public CompletableFuture<Void> perform(String operation, Request request, Duration limit, Duration defaultLimit) {
		return request(operation, request, ReplyKind.STATUS, limit.isZero() ? defaultLimit : limit)
				.thenAccept(reply -> Replies.requireSuccess(operation, reply));
	}

	/**
	 * Sends a request whose reply brings infos.
	 *
	 * @param operation    name of the operation, for messages
	 * @param request      the request
	 * @param limit        the time to wait for the reply; zero for the default
	 * @param defaultLimit the time to wait if the limit is zero
	 * @return the infos, completed on the loop; fails as {@link #request} does, and with the status of the reply
	 */
	public CompletableFuture<Infos> ask(String operation, Request request, Duration limit, Duration defaultLimit) {
		return request(operation, request, ReplyKind.INFOS, limit.isZero() ? defaultLimit : limit).thenApply(reply -> {
			Replies.requireSuccess(operation, reply);
			return reply.infos();
		});
	}

	/**
	 * Sends a request that has no reply.
	 *
	 * @param request the request
	 * @throws PmixException if the request cannot be encoded
	 */
	public void send(Request request) throws PmixException {
		assert inLoop();
		peer.send(tags.next(), requests.encode(request));
	}

	/** Sends a heartbeat, which has no reply; does nothing after the end of the connection. */
	public void heartbeat() {
		assert inLoop();
		if (isOpen()) {
			peer.send(Tag.HEARTBEAT, new byte[0]);
		}
	}

	/** Closes the connection after all queued bytes are sent. */
	public void close() {
		assert inLoop();
		peer.closeWhenWritten(CloseReason.DONE);
	}

	@Override
	public void received(Frame frame) {
		assert inLoop();
		if (pending.received(frame)) {
			return;
		}
		if (frame.tag() == Tag.NOTIFY || frame.tag() == Tag.IOF) {
			delivered(frame);
		} else {
			LOG.log(Level.DEBUG, "{0} from {1} has a tag without a receiver", frame, peer);
		}
	}

	/** Drops a malformed delivery; the connection stays open. */
	private void delivered(Frame frame) {
		ByteBuffer payload = ByteBuffer.wrap(frame.payload());
		Delivery delivery;
		try {
			delivery = frame.tag() == Tag.NOTIFY ? deliveries.decodeEvent(payload) : deliveries.decodeIof(payload);
		} catch (MalformedMessageException unreadable) {
			LOG.log(Level.WARNING, "{0} from {1} is malformed and dropped: {2}", frame.tag() == Tag.NOTIFY ? "An event" : "Output", peer,
					unreadable.getMessage());
			return;
		}
		handler.delivered(delivery);
	}

	@Override
	public void lost(CloseReason reason) {
		assert inLoop();
		pending.lost(reason);
		handler.lost(reason);
	}

	/** Handles deliveries and the end of a connection. Called on the loop. */
	public interface Handler {
		/**
		 * Handles an event or output.
		 *
		 * @param delivery the delivery
		 */
		void delivered(Delivery delivery);

		/**
		 * Handles the end of the connection, by either side. All pending requests have already failed.
		 *
		 * @param reason the reason for the end of the connection
		 */
		void lost(CloseReason reason);
	}
}
