// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.benchmarks;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.pmix4j.model.PmixException;
import org.pmix4j.wire.ConnectionOptions;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.frame.FrameReader;
import org.pmix4j.wire.internal.frame.FrameWriter;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.Connection;
import org.pmix4j.wire.internal.loop.ConnectionHandler;
import org.pmix4j.wire.internal.loop.Listener;
import org.pmix4j.wire.internal.loop.SelectorLoop;
import org.pmix4j.wire.internal.loop.Transport;

/** Round trips of a small frame from each client over the loopback interface. One operation is one round trip of every client. */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PingBenchmark {
	private static final Duration LIMIT = Duration.ofSeconds(5);
	private static final int PAYLOAD = 64;

	/** Number of clients. */
	@Param({ "1", "64" })
	public int clients = 1;
	private final SelectorLoop loop = Samples.loop();
	private final List<Socket> sockets = new ArrayList<>();
	private final byte[] ping = frame(PAYLOAD);
	private final byte[] pong = new byte[ping.length];

	private static byte[] frame(int payload) {
		return FrameWriter.encode(new Frame(0, Tag.FIRST_DYNAMIC, new byte[payload])).get(0).array();
	}

	@Setup
	public void connect() throws IOException, PmixException {
		InetSocketAddress address = loop.call(() -> loop.listen(Listener.LOOPBACK, batch -> batch.forEach(Echo::open)), LIMIT).address();
		for (int i = 0; i < clients; i++) {
			Socket socket = new Socket(address.getAddress(), address.getPort());
			socket.setTcpNoDelay(true);
			socket.setSoTimeout((int) LIMIT.toMillis());
			sockets.add(socket);
		}
	}

	@Benchmark
	public byte[] ping() throws IOException {
		for (Socket socket : sockets) {
			socket.getOutputStream().write(ping);
		}
		for (Socket socket : sockets) {
			socket.getInputStream().readNBytes(pong, 0, pong.length);
		}
		return pong;
	}

	@TearDown
	public void close() throws IOException {
		for (Socket socket : sockets) {
			socket.close();
		}
		loop.close();
	}

	/** Sends every frame back. */
	private static final class Echo implements ConnectionHandler {
		private final FrameReader reader = new FrameReader(Limits.DEFAULT);
		private final Connection connection;

		private Echo(Connection connection) {
			this.connection = connection;
		}

		static void open(Transport transport) {
			Connection.open(transport, ConnectionOptions.DEFAULT, Echo::new);
		}

		@Override
		public void received(ByteBuffer bytes) throws PmixException {
			Optional<Frame> next = reader.next(bytes);
			while (next.isPresent()) {
				connection.send(FrameWriter.encode(next.get()));
				next = reader.next(bytes);
			}
		}

		@Override
		public void closed(CloseReason reason) {
			// its socket is closed when the benchmark ends
		}
	}
}
