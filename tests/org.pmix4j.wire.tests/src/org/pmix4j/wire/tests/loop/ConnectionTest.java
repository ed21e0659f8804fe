// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pmix4j.testkit.LogCapture;
import org.pmix4j.testkit.MemoryTransport;
import org.pmix4j.testkit.SimulatedLoop;
import org.pmix4j.wire.ConnectionOptions;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.CloseReason.Kind;
import org.pmix4j.wire.internal.loop.Connection;
import org.pmix4j.wire.internal.loop.ConnectionHandler;

class ConnectionTest {
	private static final ConnectionOptions OPTIONS = new ConnectionOptions(1000, 300, Duration.ofSeconds(60), Duration.ofSeconds(5));

	private final LogCapture log = LogCapture.of(Connection.class);
	private final SimulatedLoop loop = new SimulatedLoop();
	private final RecordingHandler handler = new RecordingHandler();
	private final List<Connection> opened = new ArrayList<>();

	@Test
	void send_repeatedlyInOneEvent_isOneWrite() {
		MemoryTransport far = open(handler);
		loop.perform(() -> {
			send(bytes(1, 16));
			send(bytes(2, 100));
			send(bytes(3, 16));
		});

		assertThat(far.take()).isEqualTo(concat(bytes(1, 16), bytes(2, 100), bytes(3, 16)));
		assertThat(far.peer().writes()).isEqualTo(1);
	}

	@Test
	void send_moreThanFits_continuesWhenThereIsRoom() {
		loop.network().setCapacity(10);
		loop.network().setLargestStep(3);
		MemoryTransport far = open(handler);
		byte[] all = new byte[100];
		for (int at = 0; at < all.length; at++) {
			all[at] = (byte) at;
		}
		loop.perform(() -> {
			send(Arrays.copyOf(all, 7));
			send(Arrays.copyOfRange(all, 7, 8));
			send(Arrays.copyOfRange(all, 8, 100));
		});
		byte[] came = far.take();
		while (came.length < 100) {
			assertThat(connection().queuedBytes()).isPositive();
			loop.run();
			came = concat(came, far.take());
		}

		assertThat(came).isEqualTo(all);
		assertThat(connection().queuedBytes()).isZero();
	}

	@Test
	void writable_queueCrossesTheMarks_isCalledOnceEach() {
		loop.network().setCapacity(500);
		MemoryTransport far = open(handler);
		loop.perform(() -> send(new byte[1500]));
		assertThat(handler.writable).as("1000 bytes are queued, the mark").isEmpty();

		loop.perform(() -> send(new byte[1]));
		assertThat(handler.writable).containsExactly(false);
		assertThat(connection().isWritable()).isFalse();

		far.take();
		loop.run();
		assertThat(handler.writable).as("501 bytes are queued").containsExactly(false);

		far.take();
		loop.run();
		assertThat(handler.writable).containsExactly(false, true);
		assertThat(connection().isWritable()).isTrue();
	}

	@Test
	void isWritable_withinTheEventThatFillsTheQueue_isFalseAtOnce() {
		List<Boolean> seen = new ArrayList<>();
		open(handler);
		loop.perform(() -> {
			send(new byte[1001]);
			seen.add(connection().isWritable());
		});

		assertThat(seen).containsExactly(false);
	}

	@Test
	void stall_peerThatDoesNotRead_isDisconnectedAfterTheLimit() {
		loop.network().setCapacity(100);
		open(handler);
		loop.perform(() -> send(new byte[5000]));

		loop.advance(Duration.ofSeconds(59));
		assertThat(handler.closed).isEmpty();

		loop.advance(Duration.ofSeconds(1));
		assertThat(handler.closedKinds()).containsExactly(Kind.SLOW_READER);
		assertThat(handler.closed.get(0).detail()).contains("4900 bytes").contains("60.0 s");
	}

	@Test
	void stall_peerThatReadsAgain_staysConnected() {
		loop.network().setCapacity(4500);
		MemoryTransport far = open(handler);
		loop.perform(() -> send(new byte[6000]));
		loop.advance(Duration.ofSeconds(59));
		far.take();
		loop.advance(Duration.ofSeconds(600));

		assertThat(handler.closed).isEmpty();
		assertThat(loop.timers()).isZero();
	}

	@Test
	void received_bytesThenEnd_areDeliveredInOrder() {
		MemoryTransport far = open(handler);
		far.put(bytes(7, 5));
		far.close();
		loop.run();

		assertThat(handler.bytes.toByteArray()).isEqualTo(bytes(7, 5));
		assertThat(handler.closedKinds()).containsExactly(Kind.END_OF_STREAM);
	}

	@Test
	void received_brokenConnection_isClosedAsBroken() {
		MemoryTransport far = open(handler);
		far.breakOff();
		loop.run();

		assertThat(handler.closedKinds()).containsExactly(Kind.BROKEN);
	}

	@Test
	void received_malformedBytes_closesWithTheMessage() {
		MemoryTransport far = open(new RecordingHandler() {
			@Override
			public void received(ByteBuffer in) throws MalformedMessageException {
				throw new MalformedMessageException("seven is not allowed");
			}

			@Override
			public void closed(CloseReason reason) {
				handler.closed(reason);
			}
		});
		far.put(bytes(7, 5));
		loop.run();

		assertThat(handler.closedKinds()).containsExactly(Kind.MALFORMED);
		assertThat(handler.closed.get(0).detail()).contains("seven is not allowed");
		assertThat(far.isEnded()).isTrue();
	}

	@Test
	void received_handlerFails_closesThisConnectionOnly() {
		RecordingHandler failing = new RecordingHandler() {
			@Override
			public void received(ByteBuffer in) {
				throw new IllegalStateException("deliberate");
			}
		};
		MemoryTransport bad = open(failing);
		MemoryTransport good = open(handler);
		bad.put(bytes(1, 1));
		good.put(bytes(2, 1));
		loop.run();

		assertThat(failing.closedKinds()).containsExactly(Kind.INTERNAL);
		assertThat(log.messages(Level.ERROR)).hasSize(1);
		assertThat(handler.bytes.toByteArray()).isEqualTo(bytes(2, 1));
		assertThat(handler.closed).isEmpty();
	}

	@Test
	void close_insideReceived_callsTheHandlerOnceAfterwards() {
		List<String> order = new ArrayList<>();
		MemoryTransport far = open(new RecordingHandler() {
			@Override
			public void received(ByteBuffer in) {
				connection().close(CloseReason.DONE);
				connection().close(CloseReason.END_OF_STREAM);
				order.add("received returns");
			}

			@Override
			public void closed(CloseReason reason) {
				order.add("closed " + reason.kind());
			}
		});
		far.put(bytes(1, 1));
		loop.run();

		assertThat(order).containsExactly("received returns", "closed DONE");
	}

	@Test
	void closeWhenWritten_fullPeer_writesEverythingFirst() {
		loop.network().setCapacity(10);
		MemoryTransport far = open(handler);
		loop.perform(() -> {
			send(bytes(5, 25));
			connection().closeWhenWritten(CloseReason.DONE);
			send(bytes(6, 1));
		});
		byte[] came = far.take();
		loop.run();
		came = concat(came, far.take());
		assertThat(handler.closed).isEmpty();
		loop.run();
		came = concat(came, far.take());

		assertThat(came).as("nothing sent after the close").isEqualTo(bytes(5, 25));
		assertThat(handler.closed).containsExactly(CloseReason.DONE);
		assertThat(far.isEnded()).isTrue();
		assertThat(loop.timers()).isZero();
	}

	@Test
	void closeWhenWritten_peerNeverReads_closesAfterTheLimit() {
		loop.network().setCapacity(10);
		open(handler);
		loop.perform(() -> {
			send(bytes(5, 25));
			connection().closeWhenWritten(CloseReason.DONE);
		});
		loop.advance(Duration.ofMillis(4999));
		assertThat(handler.closed).isEmpty();

		loop.advance(Duration.ofMillis(1));
		assertThat(handler.closed).containsExactly(CloseReason.DONE);
	}

	@Test
	void setDeadline_nothingComes_closesAsSilent() {
		open(handler);
		loop.perform(() -> connection().setDeadline(Duration.ofSeconds(5), "hello"));
		loop.advance(Duration.ofSeconds(5));

		assertThat(handler.closedKinds()).containsExactly(Kind.SILENT);
		assertThat(handler.closed.get(0).detail()).contains("no hello from").contains("within 5.0 s");
	}

	@Test
	void cancelDeadline_inTime_leavesItOpen() {
		open(handler);
		loop.perform(() -> connection().setDeadline(Duration.ofSeconds(5), "hello"));
		loop.perform(() -> connection().cancelDeadline());
		loop.advance(Duration.ofSeconds(50));

		assertThat(handler.closed).isEmpty();
	}

	@Test
	void pauseReading_bytesCome_areDeliveredAfterwards() {
		MemoryTransport far = open(handler);
		loop.perform(() -> connection().pauseReading());
		far.put(bytes(1, 3));
		loop.run();
		assertThat(handler.calls).isZero();

		loop.perform(() -> connection().resumeReading());
		assertThat(handler.bytes.toByteArray()).isEqualTo(bytes(1, 3));
	}

	@Test
	void pauseReading_insideReceived_keepsTheRestInOrder() {
		RecordingHandler oneByte = new RecordingHandler() {
			@Override
			public void received(ByteBuffer in) {
				bytes.write(in.get());
				connection().pauseReading();
			}
		};
		MemoryTransport far = open(oneByte);
		far.put((byte) 1, (byte) 2, (byte) 3);
		loop.run();
		far.put((byte) 4);
		assertThat(oneByte.bytes.toByteArray()).containsExactly(1);

		for (int expected = 2; expected <= 4; expected++) {
			loop.perform(() -> connection().resumeReading());
			assertThat(oneByte.bytes.size()).isEqualTo(expected);
		}
		assertThat(oneByte.bytes.toByteArray()).containsExactly(1, 2, 3, 4);
	}

	@Test
	void setHandler_insideReceived_nextOneGetsTheRest() {
		MemoryTransport far = open(new RecordingHandler() {
			@Override
			public void received(ByteBuffer in) {
				in.get();
				connection().setHandler(handler);
			}
		});
		far.put((byte) 1, (byte) 2, (byte) 3);
		loop.run();

		assertThat(handler.bytes.toByteArray()).containsExactly(2, 3);
	}

	@Test
	void open_closedTransport_callsTheHandlerLater() {
		MemoryTransport near = loop.network().pair();
		near.close();
		loop.perform(() -> Connection.open(near, OPTIONS, connection -> handler));

		assertThat(handler.closedKinds()).containsExactly(Kind.BROKEN);
	}

	@Test
	void loopCloses_bytesQueued_areWrittenFirst() {
		MemoryTransport far = open(handler);
		loop.execute(() -> send(bytes(1, 3)));
		loop.close(Duration.ofSeconds(1));

		assertThat(far.take()).isEqualTo(bytes(1, 3));
		assertThat(handler.closedKinds()).containsExactly(Kind.LOOP_ENDED);
	}

	@AfterEach
	void endCapture() {
		log.close();
	}

	/** @return the far end, played by the test */
	private MemoryTransport open(ConnectionHandler with) {
		MemoryTransport near = loop.network().pair();
		loop.perform(() -> opened.add(Connection.open(near, OPTIONS, connection -> with)));
		return near.peer();
	}

	private Connection connection() {
		return opened.get(opened.size() - 1);
	}

	private void send(byte[] bytes) {
		connection().send(List.of(ByteBuffer.wrap(bytes)));
	}

	private static byte[] bytes(int value, int count) {
		byte[] bytes = new byte[count];
		Arrays.fill(bytes, (byte) value);
		return bytes;
	}

	private static byte[] concat(byte[]... parts) {
		ByteBuffer all = ByteBuffer.allocate(Arrays.stream(parts).mapToInt(part -> part.length).sum());
		Arrays.stream(parts).forEach(all::put);
		return all.array();
	}
}
