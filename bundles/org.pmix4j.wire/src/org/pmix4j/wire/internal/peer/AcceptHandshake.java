// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.peer;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.pmix4j.wire.PeerOptions;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloReader;
import org.pmix4j.wire.internal.handshake.HelloReply;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.Connection;
import org.pmix4j.wire.internal.loop.ConnectionHandler;
import org.pmix4j.wire.internal.loop.Transport;

/**
 * Server side of a handshake: reads the hello, asks the {@link HandshakeHandler} and sends the reply. Reading is paused until that handler
 * has decided. Owned by the connection until the peer is accepted; lives on the connection's loop. A slow or silent peer is disconnected
 * without delaying others.
 *
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_connection_hdlr.c, which reads the hello blocking"
 */
public final class AcceptHandshake {
	private static final CloseReason NO_ROOM = new CloseReason(CloseReason.Kind.NO_ROOM, "there is no memory for its hello");

	private final Connection connection;
	private final PeerOptions options;
	private final HandshakeHandler decider;
	private final HelloReader reader;
	private Optional<PeerVersion> version = Optional.empty();
	private boolean decided;
	private boolean gone;

	private AcceptHandshake(Transport transport, PeerOptions options, HandshakeHandler decider) {
		this.options = options;
		this.decider = decider;
		this.reader = new HelloReader(options.limits());
		this.connection = Connection.open(transport, options.connection(), opened -> new Bytes());
		connection.setDeadline(options.handshakeLimit(), "hello");
	}

	/**
	 * Starts to wait for a hello. On the transport's loop.
	 *
	 * @param transport an accepted connection
	 * @param options   limits
	 * @param decider   decides whether to accept the peer
	 * @return the handshake in progress
	 */
	public static AcceptHandshake start(Transport transport, PeerOptions options, HandshakeHandler decider) {
		return new AcceptHandshake(transport, options, decider);
	}

	/** @return the underlying stream, for its addresses */
	public Transport transport() {
		return connection.transport();
	}

	/** @return length of the hello, in bytes */
	public int helloLength() {
		return reader.length();
	}

	/**
	 * Accepts the peer.
	 *
	 * @param reply   reply in the layout that the peer expects
	 * @param handler creates the peer's handler
	 * @return the peer; empty if it disconnected before the decision, in which case {@link HandshakeHandler#failed} was called
	 * @throws IllegalStateException if the peer was accepted or refused before
	 */
	public Optional<Peer> accept(HelloReply reply, Function<Peer, PeerHandler> handler) {
		decide();
		if (gone) {
			return Optional.empty();
		}
		connection.send(List.of(ByteBuffer.wrap(reply.encode())));
		Peer peer = Peer.open(connection, version.orElseThrow(), 0, options, handler);
		connection.resumeReading();
		return Optional.of(peer);
	}

	/**
	 * Refuses the peer.
	 *
	 * @param status status sent to the peer if its release heeds refusals; other releases only see the close
	 * @param why    reason for the log
	 * @throws IllegalStateException if the peer was accepted or refused before
	 */
	public void refuse(Status status, String why) {
		decide();
		if (version.orElseThrow().heedsRefusals()) {
			connection.send(List.of(ByteBuffer.wrap(new HelloReply.Refused(status).encode())));
		}
		connection.closeWhenWritten(new CloseReason(CloseReason.Kind.REFUSED, why));
	}

	/**
	 * Closes the connection of a peer that has not sent all of its hello; {@link HandshakeHandler#failed} is called.
	 *
	 * @param why given to the handler
	 */
	public void giveUp(CloseReason why) {
		connection.close(why);
	}

	private void decide() {
		if (decided) {
			throw new IllegalStateException("the handshake is decided already");
		}
		decided = true;
	}

	/** Callbacks for the connection, hidden from the role. */
	private final class Bytes implements ConnectionHandler {
		@Override
		public void received(ByteBuffer bytes) throws PmixException {
			Optional<Hello> hello = reader.next(bytes);
			if (hello.isPresent()) {
				connection.cancelDeadline();
				connection.pauseReading();
				version = Optional.of(hello.get().version());
				decider.hello(hello.get(), AcceptHandshake.this);
			} else if (!decider.receiving(reader.capacity())) {
				connection.close(NO_ROOM);
			}
		}

		@Override
		public void closed(CloseReason reason) {
			gone = true;
			if (!decided) {
				decider.failed(reader.isInHello() ? reason.inside("its hello") : reason);
			}
		}
	}
}
