// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.pmix4j.testkit.LogCapture;
import org.pmix4j.testkit.MemoryTransport;
import org.pmix4j.testkit.SimulatedLoop;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.frame.FrameTap;
import org.pmix4j.wire.internal.frame.FrameTap.Direction;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.CloseReason.Kind;
import org.pmix4j.wire.internal.peer.Peer;

class PeerTest {
	private final SimulatedLoop loop = new SimulatedLoop();
	private final Reception reception = new Reception();

	@Test
	void send_sameReplyToManyPeers_isOneWriteEach() {
		List<MemoryTransport> clients = new ArrayList<>();
		for (int rank = 0; rank < 64; rank++) {
			clients.add(join(rank));
		}
		byte[] reply = { 2, 0 };
		loop.perform(() -> reception.peers.forEach(peer -> peer.send(103, reply)));

		assertThat(clients).allSatisfy(client -> {
			assertThat(client.peer().writes()).as("handshake and reply").isEqualTo(2);
			assertThat(client.take()).containsExactly(0, 0, 0, 0, 0, 0, 0, 103, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0);
		});
	}

	@Test
	void received_frameTooLong_closesWithItsSizeInTheReason() {
		MemoryTransport client = join(0);
		client.put(ByteBuffer.allocate(16).putInt(0).putInt(101).putInt(0x7fffffff).putInt(0).array());
		loop.run();

		assertThat(reception.handlers.get(0).lost).extracting(CloseReason::kind).containsExactly(Kind.MALFORMED);
		assertThat(reception.handlers.get(0).lost.get(0).detail()).contains("2147483647").contains(Integer.toString(Limits.DEFAULT.maxFrame()));
	}

	@Test
	void received_manyFramesAtOnce_areAllDeliveredInOrder() {
		MemoryTransport client = join(0);
		client.put(frames(IntStream.range(101, 1101).toArray()));
		loop.run();

		assertThat(reception.handlers.get(0).frames).extracting(Frame::tag).isEqualTo(IntStream.range(101, 1101).boxed().toList());
	}

	/** The C library counts the tags of its requests from 101 on, so the replies to this end are recognized by their tags. */
	@Test
	void request_byTheAcceptor_getsRepliesEventsAndOutputOnly() {
		MemoryTransport client = join(0);
		RecordingPeer requester = new RecordingPeer();
		loop.perform(() -> reception.peers.get(0).request(requester));
		client.put(frames(101, Tag.NOTIFY, Tag.FIRST_OF_ACCEPTOR, Tag.HEARTBEAT, Tag.IOF, Tag.FIRST_OF_ACCEPTOR - 1));
		client.close();
		loop.run();

		assertThat(reception.handlers.get(0).frames).extracting(Frame::tag).containsExactly(101, Tag.HEARTBEAT, Tag.FIRST_OF_ACCEPTOR - 1);
		assertThat(requester.frames).extracting(Frame::tag).containsExactly(Tag.NOTIFY, Tag.FIRST_OF_ACCEPTOR, Tag.IOF);
		assertThat(reception.handlers.get(0).lost).hasSize(1).isEqualTo(requester.lost);
	}

	@Test
	void lost_insideAMessage_isTruncated() {
		MemoryTransport client = join(0);
		client.put(frames(101));
		client.put(new byte[3]);
		loop.run();
		client.close();
		loop.run();

		assertThat(reception.handlers.get(0).lost).extracting(CloseReason::kind).containsExactly(Kind.TRUNCATED);
		assertThat(reception.handlers.get(0).lost.get(0).detail()).endsWith("inside a message");
	}

	@Test
	void lost_betweenMessages_isAnOrderlyEnd() {
		MemoryTransport client = join(0);
		client.put(frames(101));
		client.close();
		loop.run();

		assertThat(reception.handlers.get(0).lost).extracting(CloseReason::kind).containsExactly(Kind.END_OF_STREAM);
	}

	@Test
	void received_closedByTheHandler_deliversNoFurtherFrame() {
		MemoryTransport client = join(0);
		reception.handlers.get(0).onFrame = () -> reception.peers.get(0).close(CloseReason.DONE);
		client.put(frames(101, 102, 103));
		loop.run();

		assertThat(reception.handlers.get(0).frames).extracting(Frame::tag).containsExactly(101);
		assertThat(reception.handlers.get(0).lost).containsExactly(CloseReason.DONE);
		assertThat(client.isEnded()).isTrue();
	}

	@Test
	void pauseReading_framesCome_areDeliveredLaterInOrder() {
		MemoryTransport client = join(0);
		Peer peer = reception.peers.get(0);
		loop.perform(peer::pauseReading);
		client.put(frames(101, 102));
		loop.run();
		assertThat(reception.handlers.get(0).frames).isEmpty();

		loop.perform(peer::resumeReading);
		assertThat(reception.handlers.get(0).frames).extracting(Frame::tag).containsExactly(101, 102);
	}

	@Test
	void pauseReading_byTheHandlerAfterAFrame_keepsTheNextOnes() {
		MemoryTransport client = join(0);
		Peer peer = reception.peers.get(0);
		reception.handlers.get(0).onFrame = peer::pauseReading;
		client.put(frames(101, 102));
		loop.run();
		assertThat(reception.handlers.get(0).frames).extracting(Frame::tag).containsExactly(101);

		loop.perform(peer::resumeReading);
		assertThat(reception.handlers.get(0).frames).extracting(Frame::tag).containsExactly(101, 102);
	}

	@Test
	void tap_afterTraffic_hasBothDirections() {
		MemoryTransport client = join(0);
		client.put(frames(101));
		loop.run();
		loop.perform(() -> reception.peers.get(0).send(101, new byte[] { 2, 0 }));

		assertThat(reception.peers.get(0).tap().entries()).extracting(FrameTap.Entry::direction).containsExactly(Direction.IN, Direction.OUT);
	}

	@Test
	void send_longerThanThePeerTakes_warns() {
		MemoryTransport client = loop.network().pair();
		loop.perform(() -> reception.admit(List.of(client.peer())));
		client.put(Hellos.bytes(Hellos.client(0, "3.2.2")));
		loop.run();
		try (LogCapture log = LogCapture.of(Peer.class)) {
			loop.perform(() -> reception.peers.get(0).send(101, new byte[(16 << 20) + 1]));

			assertThat(log.messages(Level.WARNING)).singleElement().asString().contains("3.2.2");
		}
	}

	private MemoryTransport join(int rank) {
		MemoryTransport client = loop.network().pair();
		loop.perform(() -> reception.admit(List.of(client.peer())));
		client.put(Hellos.bytes(Hellos.client(rank)));
		loop.run();
		client.take();
		return client;
	}

	private static byte[] frames(int... tags) {
		ByteBuffer bytes = ByteBuffer.allocate(16 * tags.length);
		for (int tag : tags) {
			bytes.putInt(0).putInt(tag).putInt(0).putInt(0);
		}
		return bytes.array();
	}
}
