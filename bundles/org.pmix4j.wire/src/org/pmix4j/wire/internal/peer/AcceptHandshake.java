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
 * The server's side of a handshake: waits for the hello, asks the {@link Greeter}, answers. Nothing is read while the
 * greeter thinks. Owned by the connection until it is accepted; lives on its loop. A peer that is slow or silent is cut
 * off and costs nobody else anything.
 *
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_connection_hdlr.c, which reads the hello blocking"
 */
public final class AcceptHandshake {
	private final Connection connection;
	private final PeerOptions options;
	private final Greeter greeter;
	private final HelloReader reader;
	private Optional<PeerVersion> version = Optional.empty();
	private boolean decided;
	private boolean gone;

	private AcceptHandshake(Transport transport, PeerOptions options, Greeter greeter) {
		this.options = options;
		this.greeter = greeter;
		this.reader = new HelloReader(options.limits());
		this.connection = Connection.open(transport, options.connection(), opened -> new Bytes());
		connection.setDeadline(options.handshakeLimit(), "hello");
	}

	/**
	 * Waits for a hello. On the transport's loop.
	 *
	 * @param transport what a listener accepted
	 * @param options   limits
	 * @param greeter   decides
	 * @return the handshake that has begun
	 */
	public static AcceptHandshake start(Transport transport, PeerOptions options, Greeter greeter) {
		return new AcceptHandshake(transport, options, greeter);
	}

	/** @return the stream below, for its addresses */
	public Transport transport() {
		return connection.transport();
	}

	/**
	 * Lets the peer in.
	 *
	 * @param reply   tells it so, in the form that it expects
	 * @param handler makes the handler for it
	 * @return the peer; empty if it has gone while the decision was made, and {@link Greeter#failed} was told
	 * @throws IllegalStateException if this was decided already
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
	 * Turns the peer away.
	 *
	 * @param status what the peer is told, if its release heeds that; the others learn it from the close
	 * @param why    for the log
	 * @throws IllegalStateException if this was decided already
	 */
	public void refuse(Status status, String why) {
		decide();
		if (version.orElseThrow().heedsRefusals()) {
			connection.send(List.of(ByteBuffer.wrap(new HelloReply.Refused(status).encode())));
		}
		connection.closeWhenWritten(new CloseReason(CloseReason.Kind.REFUSED, why));
	}

	/**
	 * Closes the connection of one who has not said hello yet; {@link Greeter#failed} is told.
	 *
	 * @param why is given to the greeter
	 */
	public void giveUp(CloseReason why) {
		connection.close(why);
	}

	private void decide() {
		if (decided) {
			throw new IllegalStateException("this handshake is decided already");
		}
		decided = true;
	}

	/** What the connection calls; kept out of the role's sight. */
	private final class Bytes implements ConnectionHandler {
		@Override
		public void received(ByteBuffer bytes) throws PmixException {
			Optional<Hello> hello = reader.next(bytes);
			if (hello.isPresent()) {
				connection.cancelDeadline();
				connection.pauseReading();
				version = Optional.of(hello.get().version());
				greeter.hello(hello.get(), AcceptHandshake.this);
			}
		}

		@Override
		public void closed(CloseReason reason) {
			gone = true;
			if (!decided) {
				greeter.failed(reader.isInHello() ? reason.inside("its hello") : reason);
			}
		}
	}
}
