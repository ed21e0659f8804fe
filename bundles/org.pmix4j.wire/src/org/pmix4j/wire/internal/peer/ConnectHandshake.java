// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.peer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.pmix4j.wire.PeerOptions;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloCodec;
import org.pmix4j.wire.internal.handshake.HelloReply;
import org.pmix4j.wire.internal.handshake.HelloReplyReader;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.handshake.ReplyForm;
import org.pmix4j.wire.internal.handshake.ServerOwner;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.Connection;
import org.pmix4j.wire.internal.loop.ConnectionHandler;
import org.pmix4j.wire.internal.loop.Transport;

/**
 * Connecting side of a handshake: sends the hello and reads the reply. Owned by the connection until the reply arrives; lives on the
 * connection's loop.
 */
public final class ConnectHandshake {
	private final Connection connection;
	private final PeerVersion server;
	private final PeerOptions options;
	private final HelloReplyReader reader;
	private final BiFunction<Peer, HelloReply, PeerHandler> handler;
	private final CompletableFuture<Peer> result = new CompletableFuture<>();

	private ConnectHandshake(Transport transport, Hello hello, PeerVersion server, PeerOptions options,
			BiFunction<Peer, HelloReply, PeerHandler> handler) {
		this.server = server;
		this.options = options;
		this.reader = new HelloReplyReader(ReplyForm.of(hello.flag(), server));
		this.handler = handler;
		this.connection = Connection.open(transport, options.connection(), opened -> new Bytes());
		connection.send(List.of(ByteBuffer.wrap(HelloCodec.encode(hello, ByteOrder.nativeOrder()))));
		connection.setDeadline(options.handshakeLimit(), "reply to the hello");
	}

	/**
	 * Proves that a trusted user listens at the other end of a connection, and closes the connection otherwise. Simulated networks have no
	 * users. May be called on any thread.
	 *
	 * @param transport an established connection, over which nothing was sent
	 * @param owner     the trusted users
	 * @param server    name of the server, for messages
	 * @return the connection
	 * @throws PmixException as for {@link ServerOwner#require}
	 */
	public static Transport proven(Transport transport, ServerOwner owner, String server) throws PmixException {
		try {
			if (transport.isSocket()) {
				owner.require(transport.remote(), server);
			}
			return transport;
		} catch (PmixException impostor) {
			transport.close();
			throw impostor;
		}
	}

	/**
	 * Sends the hello of this process to a server. On the transport's loop.
	 *
	 * @param transport an established connection
	 * @param hello     hello of this process
	 * @param server    release of the server, if known
	 * @param options   limits
	 * @param handler   creates the peer's handler once the server has accepted this process
	 * @return the server; completed on the loop. Fails with the status of the server's refusal, or {@code ERR_UNREACH}
	 */
	public static CompletableFuture<Peer> start(Transport transport, Hello hello, PeerVersion server, PeerOptions options,
			BiFunction<Peer, HelloReply, PeerHandler> handler) {
		return new ConnectHandshake(transport, hello, server, options, handler).result;
	}

	private void replied(HelloReply reply) {
		connection.cancelDeadline();
		if (reply instanceof HelloReply.Refused refused) {
			refused(refused.status());
		} else if (reply instanceof HelloReply.ClientAccepted client) {
			accepted(client.index(), client);
		} else if (reply instanceof HelloReply.ToolAccepted tool) {
			accepted(0, tool);
		}
	}

	private void accepted(int index, HelloReply reply) {
		result.complete(Peer.open(connection, server, index, options, peer -> handler.apply(peer, reply)));
	}

	private void refused(Status status) {
		String message = "the server at " + connection.transport().remote() + " refused this process: " + status;
		result.completeExceptionally(PmixException.ofServer(status, message));
		connection.close(new CloseReason(CloseReason.Kind.REFUSED, message));
	}

	/** Callbacks for the connection, hidden from the role. */
	private final class Bytes implements ConnectionHandler {
		@Override
		public void received(ByteBuffer bytes) throws PmixException {
			Optional<HelloReply> reply = reader.next(bytes);
			if (reply.isPresent()) {
				replied(reply.get());
			}
		}

		@Override
		public void closed(CloseReason reason) {
			String hint = reason.kind() == CloseReason.Kind.END_OF_STREAM
					? "; C servers close the connection if the namespace, rank, credential or dialect is unknown to them"
					: "";
			result.completeExceptionally(PmixException.ofServer(Status.ERR_UNREACH,
					"no reply to the hello from the server at " + connection.transport().remote() + ": " + reason.detail() + hint));
		}
	}
}
