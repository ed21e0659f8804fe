// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.pmix4j.model.PmixException;
import org.pmix4j.testkit.Await;
import org.pmix4j.wire.ConnectionOptions;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.CloseReason.Kind;
import org.pmix4j.wire.internal.loop.Connection;
import org.pmix4j.wire.internal.loop.ConnectionHandler;
import org.pmix4j.wire.internal.loop.Listener;
import org.pmix4j.wire.internal.loop.SelectorLoop;
import org.pmix4j.wire.internal.loop.Transport;

/** Tests the loop with real sockets, beyond what a simulation shows. */
class SelectorLoopSocketTest {
	private static final Duration LIMIT = Duration.ofSeconds(10);
	private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
	private static final ConnectionOptions OPTIONS = ConnectionOptions.DEFAULT;

	private final BlockingQueue<CloseReason> closed = new LinkedBlockingQueue<>();
	private final SelectorLoop loop;
	private final InetSocketAddress address;

	SelectorLoopSocketTest() throws Exception {
		loop = SelectorLoop.open("sockets");
		address = loop.call(() -> loop.listen(Listener.LOOPBACK, this::echo), LIMIT).address();
	}

	@AfterEach
	void close() {
		loop.close();
	}

	@Test
	void echo_anyLength_isUnchanged() throws Exception {
		for (int size : new int[] { 1, 16, 100_000, 20_000_000 }) {
			byte[] sent = new byte[size];
			new Random(size).nextBytes(sent);

			assertThat(exchange(sent)).as("%d bytes", size).isEqualTo(sent);
		}
	}

	@Test
	void listen_loopback_isIpv4() {
		assertThat(address.getAddress().getAddress()).containsExactly(127, 0, 0, 1);
		assertThat(address.getPort()).isPositive();
	}

	@Test
	void connect_nobodyListens_namesTheAddress() throws IOException {
		InetSocketAddress nobody;
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] { 127, 0, 0, 1 }))) {
			nobody = (InetSocketAddress) socket.getLocalSocketAddress();
		}

		assertThatThrownBy(() -> loop.connect(nobody, LIMIT)).isInstanceOf(IOException.class)
				.hasMessageContaining(String.valueOf(nobody.getPort()));
	}

	@Test
	void close_byTheOtherEnd_callsTheHandler() throws Exception {
		Transport transport = loop.connect(address, LIMIT);
		loop.call(() -> Connection.open(transport, OPTIONS, opened -> new RecordingHandler()), LIMIT);
		loop.execute(transport::close);

		assertThat(closed.poll(10, TimeUnit.SECONDS)).isEqualTo(CloseReason.END_OF_STREAM);
	}

	@Test
	void close_loopWithConnections_callsEachHandler() throws Exception {
		Transport transport = loop.connect(address, LIMIT);
		RecordingHandler handler = new RecordingHandler();
		Connection connection = loop.call(() -> Connection.open(transport, OPTIONS, opened -> handler), LIMIT);
		// A round trip ensures that the connection is accepted before the loop ends.
		loop.execute(() -> connection.send(List.of(ByteBuffer.allocate(1))));
		exchange(new byte[1]);
		loop.close();

		assertThat(handler.closedKinds()).hasSize(1);
		assertThat(closed).extracting(CloseReason::kind).contains(Kind.LOOP_ENDED);
		assertThatThrownBy(() -> new Socket(address.getAddress(), address.getPort())).isInstanceOf(IOException.class);
	}

	@Test
	void close_bytesQueuedForASlowReader_arriveBeforeTheEnd() throws Exception {
		try (ServerSocket server = new ServerSocket(0, 1, address.getAddress())) {
			Transport transport = loop.connect((InetSocketAddress) server.getLocalSocketAddress(), LIMIT);
			loop.execute(() -> Connection.open(transport, OPTIONS, opened -> new RecordingHandler())
					.send(List.of(ByteBuffer.allocate(20_000_000))));
			CompletableFuture<Integer> read = CompletableFuture.supplyAsync(() -> {
				try (Socket socket = server.accept()) {
					return socket.getInputStream().readAllBytes().length;
				} catch (IOException failure) {
					throw new UncheckedIOException(failure);
				}
			});
			loop.close();

			assertThat(Await.result(read)).isEqualTo(20_000_000);
		}
	}

	@Test
	@EnabledOnOs(value = OS.LINUX, disabledReason = "descriptors can be counted on Linux only")
	void close_manyLoopsWithConnections_leavesNoDescriptor() throws Exception {
		useAndCloseLoops(3);
		long before = descriptors();
		useAndCloseLoops(50);

		assertThat(descriptors()).isLessThan(before + 10);
	}

	private static void useAndCloseLoops(int count) throws IOException, PmixException {
		for (int index = 0; index < count; index++) {
			try (SelectorLoop shortLived = SelectorLoop.open("short")) {
				List<Connection> accepted = new ArrayList<>();
				InetSocketAddress where = shortLived.call(() -> shortLived.listen(Listener.LOOPBACK, batch -> batch.forEach(
						transport -> accepted.add(Connection.open(transport, OPTIONS, opened -> new RecordingHandler())))), LIMIT).address();
				Transport transport = shortLived.connect(where, LIMIT);
				shortLived.call(() -> Connection.open(transport, OPTIONS, opened -> new RecordingHandler()), LIMIT);
			}
		}
	}

	private static long descriptors() throws IOException {
		try (Stream<Path> open = Files.list(DESCRIPTORS)) {
			return open.count();
		}
	}

	private void echo(List<Transport> batch) {
		for (Transport transport : batch) {
			Connection.open(transport, OPTIONS, Echo::new);
		}
	}

	private byte[] exchange(byte[] sent) throws IOException, PmixException {
		Transport transport = loop.connect(address, LIMIT);
		CompletableFuture<byte[]> back = new CompletableFuture<>();
		loop.execute(() -> Connection.open(transport, OPTIONS, opened -> new RecordingHandler() {
			@Override
			public void received(ByteBuffer in) throws PmixException {
				super.received(in);
				if (bytes.size() == sent.length) {
					back.complete(bytes.toByteArray());
					opened.close(CloseReason.DONE);
				}
			}
		}).send(List.of(ByteBuffer.wrap(sent))));
		return loop.await(back, LIMIT);
	}

	private final class Echo implements ConnectionHandler {
		private final Connection connection;

		Echo(Connection connection) {
			this.connection = connection;
		}

		@Override
		public void received(ByteBuffer in) {
			connection.send(List.of(ByteBuffer.allocate(in.remaining()).put(in).flip()));
		}

		@Override
		public void closed(CloseReason reason) {
			closed.add(reason);
		}
	}
}
