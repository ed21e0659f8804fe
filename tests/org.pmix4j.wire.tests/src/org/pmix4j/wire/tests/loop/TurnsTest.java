// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import org.junit.jupiter.api.Test;
import org.pmix4j.testkit.LogCapture;
import org.pmix4j.testkit.MemoryTransport;
import org.pmix4j.testkit.SimulatedLoop;
import org.pmix4j.wire.ConnectionOptions;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.CloseReason.Kind;
import org.pmix4j.wire.internal.loop.Connection;

/** Tests handlers that do not consume all received bytes: the rest is kept, and others get their turn. */
class TurnsTest {
	private static final ConnectionOptions OPTIONS = new ConnectionOptions(1000, 100, Duration.ofSeconds(10), Duration.ofSeconds(5));

	/** A loop on which a ready connection gets its turn before a task that resubmits itself. */
	private final SimulatedLoop loop = new SimulatedLoop(1);
	private final List<Connection> opened = new ArrayList<>();

	/** Consumes a fixed number of bytes per call. */
	private static class Slow extends RecordingHandler {
		private final int most;

		private Slow(int most) {
			this.most = most;
		}

		@Override
		public void received(ByteBuffer in) {
			calls++;
			for (int i = 0; i < most && in.hasRemaining(); i++) {
				bytes.write(in.get());
			}
		}
	}

	/** Answers each byte with many until the connection is not writable. */
	private static final class Talkative extends RecordingHandler {
		private static final int ANSWER = 300;
		private final Connection connection;
		private long most;

		private Talkative(Connection connection) {
			this.connection = connection;
		}

		@Override
		public void received(ByteBuffer in) {
			while (in.hasRemaining() && connection.isWritable()) {
				bytes.write(in.get());
				connection.send(List.of(ByteBuffer.allocate(ANSWER)));
				most = Math.max(most, connection.queuedBytes());
			}
		}
	}

	private MemoryTransport open(Function<Connection, RecordingHandler> handler) {
		MemoryTransport near = loop.network().pair();
		loop.perform(() -> opened.add(Connection.open(near, OPTIONS, handler::apply)));
		return near.peer();
	}

	@Test
	void received_partlyConsumed_deliversTheRestInOrder() {
		Slow slow = new Slow(2);
		MemoryTransport far = open(connection -> slow);
		far.put((byte) 1, (byte) 2, (byte) 3);
		loop.run();
		far.put((byte) 4, (byte) 5);
		loop.run();

		assertThat(slow.bytes.toByteArray()).containsExactly(1, 2, 3, 4, 5);
	}

	@Test
	void received_partlyConsumed_letsOthersHaveTheirTurn() {
		Slow slow = new Slow(1);
		MemoryTransport flooder = open(connection -> slow);
		List<Integer> taken = new ArrayList<>();
		RecordingHandler other = new RecordingHandler() {
			@Override
			public void received(ByteBuffer in) {
				in.position(in.limit());
				taken.add(slow.bytes.size());
			}
		};
		MemoryTransport guest = open(connection -> other);
		flooder.put(new byte[1000]);
		guest.put((byte) 1);
		loop.run();

		assertThat(taken).singleElement().satisfies(count -> assertThat(count).isLessThan(1000));
		assertThat(slow.bytes.size()).isEqualTo(1000);
	}

	@Test
	void received_nothingConsumed_isAnInternalError() {
		try (LogCapture log = LogCapture.of(Connection.class)) {
			Slow lazy = new Slow(0);
			open(connection -> lazy).put((byte) 1);
			loop.run();

			assertThat(lazy.closedKinds()).containsExactly(Kind.INTERNAL);
			assertThat(log.messages(System.Logger.Level.ERROR)).hasSize(1);
		}
	}

	@Test
	void received_unreadAnswers_pauseDelivery() {
		loop.network().setCapacity(100);
		List<Talkative> made = new ArrayList<>();
		MemoryTransport far = open(connection -> {
			made.add(new Talkative(connection));
			return made.get(0);
		});
		far.put(new byte[50]);
		loop.run();
		Talkative talkative = made.get(0);
		assertThat(talkative.bytes.size()).isLessThan(5);

		int came = 0;
		for (int reads = 0; reads < 1000 && came < 50 * Talkative.ANSWER; reads++) {
			came += far.take().length;
			loop.run();
		}
		assertThat(came).isEqualTo(50 * Talkative.ANSWER);
		assertThat(talkative.bytes.size()).isEqualTo(50);
		assertThat(talkative.most).as("bytes queued").isLessThanOrEqualTo(OPTIONS.highWater() + Talkative.ANSWER);
	}

	@Test
	void close_withBytesKept_deliversNoMore() {
		Slow slow = new Slow(1);
		MemoryTransport far = open(connection -> slow);
		loop.perform(() -> opened.get(0).pauseReading());
		far.put(new byte[3]);
		loop.perform(() -> {
			opened.get(0).resumeReading();
			opened.get(0).close(CloseReason.DONE);
		});

		assertThat(slow.bytes.size()).isZero();
		assertThat(slow.closedKinds()).containsExactly(Kind.DONE);
	}
}
