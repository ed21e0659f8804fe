// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Function;

import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.testkit.SimulatedLoop;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.PeerOptions;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloReply;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.Listener;
import org.pmix4j.wire.internal.loop.Transport;
import org.pmix4j.wire.internal.message.Delivery;
import org.pmix4j.wire.internal.message.DeliveryCodec;
import org.pmix4j.wire.internal.message.EventRequest;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.PeerFormat;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyCodec;
import org.pmix4j.wire.internal.message.Request;
import org.pmix4j.wire.internal.message.RequestCodec;
import org.pmix4j.wire.internal.peer.AcceptHandshake;
import org.pmix4j.wire.internal.peer.HandshakeHandler;
import org.pmix4j.wire.internal.peer.Peer;
import org.pmix4j.wire.internal.peer.PeerHandler;

/**
 * A server that replies as the test directs, on the simulated loop of the test. By default it accepts every client, sends job
 * information, and confirms registrations for events and finalize requests; all other requests wait for {@link #reply}.
 */
final class FakeServer implements HandshakeHandler, PeerHandler {
	static final String NSPACE = "job1";
	private static final int JOB_SIZE = 4;

	private final SimulatedLoop loop;
	private final String version;
	private final Listener listener;
	private final List<Request> requests = new ArrayList<>();
	private final Queue<Integer> unanswered = new ArrayDeque<>();
	private Function<Request, Optional<Reply>> behavior = FakeServer::defaultReply;
	private Optional<Peer> peer = Optional.empty();
	private Optional<Hello> hello = Optional.empty();
	private Optional<CloseReason> end = Optional.empty();

	/** @param version the release that it announces */
	FakeServer(SimulatedLoop loop, String version) {
		this.loop = loop;
		this.version = version;
		List<Listener> opened = new ArrayList<>();
		loop.perform(() -> {
			try {
				opened.add(loop.listen(new InetSocketAddress("127.0.0.1", 0), batch -> batch.forEach(this::arrived)));
			} catch (IOException impossible) {
				throw new UncheckedIOException(impossible);
			}
		});
		listener = opened.getFirst();
	}

	private void arrived(Transport transport) {
		AcceptHandshake.start(transport, PeerOptions.DEFAULT, this);
	}

	/** Returns the environment in which a launcher would start the rank. */
	Map<String, String> environment(int rank) {
		String uri = "server.0;tcp4://127.0.0.1:" + listener.address().getPort();
		return new HashMap<>(Map.of("PMIX_NAMESPACE", NSPACE, "PMIX_RANK", String.valueOf(rank), "PMIX_SERVER_URI41", uri, "PMIX_VERSION",
				version, "PMIX_SECURITY_MODE", "native", "PMIX_GDS_MODULE", "ds21,ds12,hash", "PMIX_HOSTNAME", "here"));
	}

	static Optional<Reply> defaultReply(Request request) {
		return switch (request) {
			case JobRequest.JobInfoRequest r -> Optional.of(new Reply.JobInfoReply(Status.SUCCESS, NSPACE,
					KvalBlob.of(List.of(new Kval("pmix.job.size", new PmixValue.UInt32(JOB_SIZE))))));
			case JobRequest.Finalize r -> Optional.of(Reply.StatusReply.OK);
			case EventRequest.RegisterEvents r -> Optional.of(Reply.StatusReply.OK);
			default -> Optional.empty();
		};
	}

	/** Replaces the default replies. */
	void behave(Function<Request, Optional<Reply>> other) {
		behavior = other;
	}

	/** Returns the requests since the last call, except that for job information. */
	List<Request> takeRequests() {
		loop.run();
		List<Request> taken = requests.stream().filter(request -> !(request instanceof JobRequest.JobInfoRequest)).toList();
		requests.clear();
		return taken;
	}

	/** Replies to the oldest pending request. */
	void reply(Reply reply) {
		loop.run();
		Integer tag = unanswered.remove();
		loop.perform(() -> send(tag, reply));
	}

	void deliver(Delivery delivery) {
		loop.perform(() -> send(delivery));
	}

	/** Sends a delivery. On the loop. */
	void send(Delivery delivery) {
		try {
			peer.orElseThrow().send(delivery.tag(), new DeliveryCodec(format()).encode(delivery));
		} catch (PmixException unsendable) {
			throw new IllegalArgumentException(unsendable);
		}
	}

	void deliverBytes(int tag, byte[] payload) {
		loop.perform(() -> peer.orElseThrow().send(tag, payload));
	}

	/** Closes the connection, as if its process had died. */
	void vanish() {
		loop.perform(this::die);
	}

	/** Closes the connection, as if its process had died. On the loop. */
	void die() {
		peer.orElseThrow().close(CloseReason.DONE);
	}

	Hello hello() {
		return hello.orElseThrow();
	}

	/** Returns whether the client has closed the connection. */
	boolean isLeft() {
		loop.run();
		return end.isPresent();
	}

	@Override
	public void hello(Hello introduced, AcceptHandshake handshake) {
		hello = Optional.of(introduced);
		end = Optional.empty();
		peer = handshake.accept(new HelloReply.ClientAccepted(0), accepted -> this);
	}

	@Override
	public void failed(CloseReason reason) {
		end = Optional.of(reason);
	}

	@Override
	public void lost(CloseReason reason) {
		end = Optional.of(reason);
	}

	@Override
	public void received(Frame frame) throws PmixException {
		Request request = new RequestCodec(format()).decode(ByteBuffer.wrap(frame.payload()));
		requests.add(request);
		Optional<Reply> reply = behavior.apply(request);
		if (reply.isPresent()) {
			send(frame.tag(), reply.get());
		} else if (!(request instanceof EventRequest.DeregisterEvents)) {
			unanswered.add(frame.tag());
		}
	}

	private void send(int tag, Reply reply) {
		try {
			peer.orElseThrow().send(tag, new ReplyCodec(format()).encode(reply));
		} catch (PmixException unsendable) {
			throw new IllegalArgumentException(unsendable);
		}
	}

	private PeerFormat format() {
		return new PeerFormat(new Encoding(Dialect.V41, false), hello().version(), Limits.DEFAULT);
	}
}
