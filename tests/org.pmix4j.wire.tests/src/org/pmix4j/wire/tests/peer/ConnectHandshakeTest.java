// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.testkit.MemoryTransport;
import org.pmix4j.testkit.SimulatedLoop;
import org.pmix4j.wire.PeerOptions;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloReply;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.loop.Futures;
import org.pmix4j.wire.internal.peer.ConnectHandshake;
import org.pmix4j.wire.internal.peer.Peer;

class ConnectHandshakeTest {
	private static final Proc SERVER = Proc.of("srvns", 0);

	private final SimulatedLoop loop = new SimulatedLoop();
	private final RecordingPeer handler = new RecordingPeer();
	private final List<HelloReply> replies = new ArrayList<>();

	private MemoryTransport server = loop.network().pair();
	private CompletableFuture<Peer> result = new CompletableFuture<>();

	@Test
	void start_client_sendsItsHelloAndUsesItsIndex() {
		connect(Hellos.client(3));
		assertThat(server.take()).isEqualTo(Hellos.bytes(Hellos.client(3)));

		server.put(new HelloReply.ClientAccepted(7).encode());
		loop.run();
		loop.perform(() -> result.join().send(101, new byte[] { 2, 0 }));

		assertThat(replies).containsExactly(new HelloReply.ClientAccepted(7));
		assertThat(server.take()).containsExactly(0, 0, 0, 7, 0, 0, 0, 101, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0);
		assertThat(loop.timers()).as("the deadline is canceled").isZero();
	}

	@Test
	void start_tool_learnsItsIdentityAndTheServers() {
		HelloReply reply = new HelloReply.ToolAccepted(Optional.of(Proc.of("toolns", 4)), SERVER);
		connect(Hellos.tool());
		server.put(reply.encode());
		loop.run();

		assertThat(replies).containsExactly(reply);
		assertThat(result).isCompleted();
	}

	@Test
	void start_eventBehindTheReply_isDelivered() {
		connect(Hellos.client(0));
		server.put(new HelloReply.ClientAccepted(0).encode());
		server.put(ByteBuffer.allocate(17).putInt(0).putInt(0).putInt(1).putInt(0).put((byte) 9).array());
		loop.run();

		assertThat(handler.frames).containsExactly(new Frame(0, 0, new byte[] { 9 }));
	}

	@Test
	void start_refused_failsWithTheStatus() {
		connect(Hellos.client(0));
		server.put(new HelloReply.Refused(Status.ERR_INVALID_CRED).encode());
		loop.run();

		assertThat(failure().status()).isEqualTo(Status.ERR_INVALID_CRED);
		assertThat(failure()).hasMessageContaining("refused this process");
		assertThat(server.isEnded()).isTrue();
	}

	@Test
	void start_closedWithoutReply_failsAsUnreachableWithAHint() {
		connect(Hellos.client(0));
		server.close();
		loop.run();

		assertThat(failure().status()).isEqualTo(Status.ERR_UNREACH);
		assertThat(failure()).hasMessageContaining("closed by the other end").hasMessageContaining("namespace");
	}

	@Test
	void start_noAnswer_failsAfterTheLimit() {
		connect(Hellos.client(0));
		loop.advance(Duration.ofSeconds(5));

		assertThat(failure().status()).isEqualTo(Status.ERR_UNREACH);
		assertThat(failure()).hasMessageContaining("reply to the hello").hasMessageContaining("5.0 s");
	}

	@Test
	void lost_afterTheHandshake_goesToTheHandler() {
		connect(Hellos.client(0));
		server.put(new HelloReply.ClientAccepted(0).encode());
		loop.run();
		server.put((byte) 0);
		server.close();
		loop.run();

		assertThat(handler.lost).hasSize(1);
		assertThat(handler.lost.get(0).detail()).isEqualTo("closed by the other end inside a message");
	}

	private void connect(Hello hello) {
		MemoryTransport near = server.peer();
		loop.perform(() -> result = ConnectHandshake.start(near, hello, PeerVersion.parse("4.2.2"), PeerOptions.DEFAULT, (peer, reply) -> {
			replies.add(reply);
			return handler;
		}));
	}

	private PmixException failure() {
		return Futures.failure(result.exceptionNow());
	}
}
