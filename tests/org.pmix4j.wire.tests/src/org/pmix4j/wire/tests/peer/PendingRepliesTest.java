// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.testkit.MemoryTransport;
import org.pmix4j.testkit.SimulatedLoop;
import org.pmix4j.wire.PeerOptions;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.frame.TagAllocator;
import org.pmix4j.wire.internal.handshake.HelloReply;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.Futures;
import org.pmix4j.wire.internal.peer.ConnectHandshake;
import org.pmix4j.wire.internal.peer.PeerHandler;
import org.pmix4j.wire.internal.peer.PendingReplies;

class PendingRepliesTest {
	private static final Duration LIMIT = Duration.ofSeconds(30);

	private final SimulatedLoop loop = new SimulatedLoop();
	private final MemoryTransport server = loop.network().pair();
	private final List<PendingReplies> opened = new ArrayList<>();
	private final List<Frame> others = new ArrayList<>();

	PendingRepliesTest() {
		PeerVersion version = PeerVersion.parse("4.2.2");
		loop.perform(() -> ConnectHandshake.start(server.peer(), Hellos.client(0), version, PeerOptions.DEFAULT, (peer, reply) -> {
			opened.add(new PendingReplies(peer, new TagAllocator()));
			return new Client();
		}));
		server.put(new HelloReply.ClientAccepted(0).encode());
		loop.run();
		server.take();
	}

	@Test
	void request_answered_completesWithThePayload() {
		CompletableFuture<byte[]> reply = request();
		assertThat(server.take()).startsWith(0, 0, 0, 0, 0, 0, 0, 101, 0, 0, 0, 2);
		reply(101, 2, 0);

		assertThat(reply.join()).containsExactly(2, 0);
		assertThat(loop.timers()).isZero();
	}

	@Test
	void request_severalAnsweredInAnyOrder_completeEachWithItsOwn() {
		CompletableFuture<byte[]> first = request();
		CompletableFuture<byte[]> second = request();
		reply(102, 2);
		assertThat(first).isNotDone();
		reply(101, 1);

		assertThat(first.join()).containsExactly(1);
		assertThat(second.join()).containsExactly(2);
	}

	@Test
	void request_noAnswer_timesOutAndTheLateReplyIsCounted() {
		CompletableFuture<byte[]> reply = request();
		loop.advance(LIMIT);
		assertThat(failure(reply).status()).isEqualTo(Status.ERR_TIMEOUT);
		assertThat(failure(reply)).hasMessageContaining("get of my.key").hasMessageContaining("30.0 s");

		reply(101, 2);
		assertThat(replies().lateReplies()).isEqualTo(1);
	}

	@Test
	void request_connectionLost_allFailAsUnreachable() {
		CompletableFuture<byte[]> first = request();
		CompletableFuture<byte[]> second = request();
		server.close();
		loop.run();

		assertThat(List.of(first, second)).allSatisfy(reply -> assertThat(failure(reply).status()).isEqualTo(Status.ERR_UNREACH));
		assertThat(dump()).isEmpty();
		assertThat(loop.timers()).isZero();
	}

	@Test
	void request_afterTheConnectionIsLost_failsAtOnce() {
		server.close();
		loop.run();

		assertThat(failure(request()).status()).isEqualTo(Status.ERR_UNREACH);
		assertThat(loop.timers()).isZero();
	}

	@Test
	void request_fromTheCallbackOfALostRequest_fails() {
		List<CompletableFuture<byte[]>> again = new ArrayList<>();
		request().whenComplete((reply, failure) -> again.add(replies().request("again", new byte[1], LIMIT)));
		server.close();
		loop.run();

		assertThat(failure(again.get(0)).status()).isEqualTo(Status.ERR_UNREACH);
	}

	@Test
	void request_emptyReply_meansALostConnection() {
		CompletableFuture<byte[]> reply = request();
		reply(101);

		assertThat(failure(reply).status()).isEqualTo(Status.ERR_UNREACH);
	}

	@Test
	void request_canceled_isRemoved() {
		CompletableFuture<byte[]> reply = request();
		reply.cancel(false);
		loop.run();
		assertThat(loop.timers()).isZero();

		reply(101, 2);
		assertThat(replies().lateReplies()).isEqualTo(1);
	}

	@Test
	void received_eventOrOutput_isNotAReply() {
		reply(Tag.NOTIFY, 1);
		reply(Tag.IOF, 1);

		assertThat(others).extracting(Frame::tag).containsExactly(Tag.NOTIFY, Tag.IOF);
		assertThat(replies().lateReplies()).isZero();
	}

	@Test
	void received_tagThatWasNeverUsed_isIgnoredAndCounted() {
		reply(4711, 1);

		assertThat(others).isEmpty();
		assertThat(replies().lateReplies()).isEqualTo(1);
	}

	@Test
	void dump_pendingRequests_showsEachWithItsAge() {
		request();
		loop.advance(Duration.ofMillis(4200));

		assertThat(dump()).containsExactly("get of my.key (tag 101) has waited 4.2 s for its reply");
	}

	private PendingReplies replies() {
		return opened.get(0);
	}

	private List<String> dump() {
		List<String> lines = new ArrayList<>();
		loop.perform(() -> lines.addAll(replies().dump()));
		return lines;
	}

	private CompletableFuture<byte[]> request() {
		List<CompletableFuture<byte[]>> made = new ArrayList<>();
		loop.perform(() -> made.add(replies().request("get of my.key", new byte[] { 2, 4 }, LIMIT)));
		return made.get(0);
	}

	private void reply(int tag, int... payload) {
		server.put((byte) 0, (byte) 0, (byte) 0, (byte) 0);
		server.put(ByteBuffer.allocate(12).putInt(tag).putInt(payload.length).array());
		for (int octet : payload) {
			server.put((byte) octet);
		}
		loop.run();
	}

	private static PmixException failure(CompletableFuture<byte[]> reply) {
		return Futures.failure(reply.exceptionNow());
	}

	private final class Client implements PeerHandler {
		@Override
		public void received(Frame frame) {
			if (!replies().received(frame)) {
				others.add(frame);
			}
		}

		@Override
		public void lost(CloseReason reason) {
			replies().lost(reason);
		}
	}
}
