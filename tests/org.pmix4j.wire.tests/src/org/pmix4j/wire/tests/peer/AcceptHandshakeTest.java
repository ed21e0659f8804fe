// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.model.Status;
import org.pmix4j.testkit.MemoryTransport;
import org.pmix4j.testkit.SimulatedLoop;
import org.pmix4j.wire.PeerOptions;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.CloseReason.Kind;
import org.pmix4j.wire.internal.peer.AcceptHandshake;

class AcceptHandshakeTest {
	private static final byte[] REQUEST = { 0, 0, 0, 0, 0, 0, 0, 101, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0 };

	private final SimulatedLoop loop = new SimulatedLoop();
	private final Reception reception = new Reception();

	@Test
	void accept_client_isAnsweredAndItsFramesArrive() {
		MemoryTransport client = connect();
		client.put(Hellos.bytes(Hellos.client(3)));
		loop.run();
		client.put(REQUEST);
		loop.run();

		assertThat(client.take()).containsExactly(0, 0, 0, 0, 0, 0, 0, 0);
		assertThat(reception.hellos).containsExactly(Hellos.client(3));
		assertThat(reception.handlers.get(0).frames).containsExactly(new Frame(0, 101, new byte[] { 2, 0 }));
		assertThat(reception.peers.get(0).version().text()).isEqualTo("4.2.2");
		assertThat(loop.timers()).as("the deadline is canceled").isZero();
	}

	@Test
	void accept_helloByteByByteWithARequestBehind_losesNothing() {
		loop.network().setLargestStep(1);
		MemoryTransport client = connect();
		client.put(Hellos.bytes(Hellos.client(0)));
		client.put(REQUEST);
		loop.run();

		assertThat(reception.handlers.get(0).frames).extracting(Frame::tag).containsExactly(101);
	}

	@Test
	void accept_requestInTheSameSegmentAsTheHello_isDeliveredAfterTheReply() {
		reception.decidesLater = true;
		MemoryTransport client = connect();
		client.put(Hellos.bytes(Hellos.client(0)));
		client.put(REQUEST);
		loop.run();
		assertThat(client.available()).isZero();

		loop.perform(() -> reception.accept(reception.waiting.get(0)));
		assertThat(client.take()).hasSize(8);
		assertThat(reception.handlers.get(0).frames).extracting(Frame::tag).containsExactly(101);
	}

	@Test
	void accept_lateDecision_isNotTimedOut() {
		reception.decidesLater = true;
		MemoryTransport client = connect();
		client.put(Hellos.bytes(Hellos.tool()));
		loop.advance(Duration.ofMinutes(10));

		assertThat(reception.failed).isEmpty();
		loop.perform(() -> reception.accept(reception.waiting.get(0)));
		assertThat(reception.peers).hasSize(1);
	}

	@Test
	void accept_afterDisconnect_returnsEmpty() {
		reception.decidesLater = true;
		MemoryTransport client = connect();
		client.put(Hellos.bytes(Hellos.client(0)));
		loop.run();
		loop.close(Duration.ZERO);

		assertThat(reception.failed).extracting(CloseReason::kind).containsExactly(Kind.LOOP_ENDED);
		reception.accept(reception.waiting.get(0));
		assertThat(reception.peers).isEmpty();
	}

	@Test
	void refuse_releaseThatHeedsRefusals_sendsStatusAndCloses() {
		MemoryTransport client = refused("6.1.0");

		assertThat(client.take()).containsExactly(0xff, 0xff, 0xff, 0xd2);
		assertThat(client.isEnded()).isTrue();
		assertThat(reception.failed).as("reported to the handshake handler").isEmpty();
	}

	/** A client of 4.2.2 that receives a status and then the end of the stream sometimes hangs in PMIx_Init; observed on Debian 12. */
	@Test
	void refuse_releaseThatIgnoresRefusals_isOnlyClosed() {
		MemoryTransport client = refused("4.2.2");

		assertThat(client.take()).isEmpty();
		assertThat(client.isEnded()).isTrue();
		assertThat(reception.failed).as("reported to the handshake handler").isEmpty();
	}

	@Test
	void accept_twice_throws() {
		MemoryTransport client = connect();
		reception.decidesLater = true;
		client.put(Hellos.bytes(Hellos.client(0)));
		loop.run();
		AcceptHandshake handshake = reception.waiting.get(0);
		loop.perform(() -> reception.accept(handshake));

		assertThatIllegalStateException().isThrownBy(() -> loop.perform(() -> handshake.refuse(Status.ERROR, "again")));
	}

	@Test
	void hello_none_isDisconnectedAfterFiveSeconds() {
		MemoryTransport client = connect();
		loop.advance(Duration.ofMillis(4999));
		assertThat(client.isEnded()).isFalse();

		loop.advance(Duration.ofMillis(1));
		assertThat(client.isEnded()).isTrue();
		assertThat(reception.failed).extracting(CloseReason::kind).containsExactly(Kind.SILENT);
	}

	@ParameterizedTest
	@CsvSource({ "0,END_OF_STREAM", "1,TRUNCATED", "16,TRUNCATED", "40,TRUNCATED" })
	void close_beforeTheWholeHello_reportsWhetherItHadBegun(int length, Kind kind) {
		MemoryTransport client = connect();
		client.put(Arrays.copyOf(Hellos.bytes(Hellos.client(0)), length));
		loop.run();
		client.close();
		loop.run();

		assertThat(reception.failed).extracting(CloseReason::kind).containsExactly(kind);
	}

	@Test
	void giveUp_beforeAHello_reportsTheReason() {
		MemoryTransport client = loop.network().pair();
		CloseReason why = new CloseReason(Kind.NO_ROOM, "others wait");
		loop.perform(() -> AcceptHandshake.start(client.peer(), PeerOptions.DEFAULT, reception).giveUp(why));

		assertThat(client.isEnded()).isTrue();
		assertThat(reception.failed).containsExactly(why);
	}

	@Test
	void hello_oneByteASecond_isDisconnectedAtTheLimit() {
		MemoryTransport client = connect();
		byte[] hello = Hellos.bytes(Hellos.client(0));
		for (int second = 0; second < 5; second++) {
			client.put(hello[second]);
			loop.advance(Duration.ofSeconds(1));
		}

		assertThat(client.isEnded()).isTrue();
	}

	@Test
	void hello_garbage_isDisconnectedAtOnce() {
		MemoryTransport client = connect();
		client.put("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
		loop.run();

		assertThat(client.isEnded()).isTrue();
		assertThat(reception.failed).extracting(CloseReason::kind).containsExactly(Kind.MALFORMED);
	}

	@Test
	void connect_amid500HalfOpenConnections_isServed() {
		byte[] hello = Hellos.bytes(Hellos.client(0));
		List<MemoryTransport> halfOpen = new ArrayList<>();
		for (int index = 0; index < 500; index++) {
			MemoryTransport bad = connect();
			bad.put(Arrays.copyOf(hello, index % hello.length));
			halfOpen.add(bad);
		}
		MemoryTransport good = connect();
		good.put(hello);
		loop.run();
		assertThat(good.take()).hasSize(8);
		assertThat(reception.peers).hasSize(1);

		loop.advance(Duration.ofSeconds(5));
		assertThat(halfOpen).allMatch(MemoryTransport::isEnded);
		assertThat(good.isEnded()).isFalse();
		assertThat(reception.failed).hasSize(500);
	}

	private MemoryTransport refused(String version) {
		reception.decidesLater = true;
		MemoryTransport client = connect();
		client.put(Hellos.bytes(Hellos.client(0, version)));
		loop.run();
		loop.perform(() -> reception.waiting.get(0).refuse(Status.ERR_NOT_FOUND, "no such rank"));
		return client;
	}

	private MemoryTransport connect() {
		MemoryTransport client = loop.network().pair();
		loop.perform(() -> reception.admit(List.of(client.peer())));
		return client;
	}
}
