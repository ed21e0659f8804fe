// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pmix4j.testkit.LogCapture;
import org.pmix4j.testkit.MemoryTransport;
import org.pmix4j.testkit.SimulatedLoop;
import org.pmix4j.wire.internal.loop.AcceptListener;
import org.pmix4j.wire.internal.loop.Listener;
import org.pmix4j.wire.internal.loop.Transport;

class ListenerTest {
	private final LogCapture log = LogCapture.of(Listener.class);
	private final SimulatedLoop loop = new SimulatedLoop();
	private final List<List<Transport>> batches = new ArrayList<>();
	private final List<Listener> listeners = new ArrayList<>();

	@Test
	void accept_severalWaiting_comeAsOneBatch() throws ConnectException {
		InetSocketAddress address = listen();
		connect(address, 5);
		loop.run();

		assertThat(batches).hasSize(1);
		assertThat(batches.get(0)).hasSize(5);
	}

	@Test
	void accept_veryManyWaiting_comeInBatchesOfBoundedSize() throws ConnectException {
		InetSocketAddress address = listen();
		connect(address, 300);
		loop.run();

		assertThat(batches).extracting(List::size).containsExactly(128, 128, 44);
	}

	@Test
	void accept_outOfDescriptors_waitsLongerEachTimeThenRecovers() throws ConnectException {
		InetSocketAddress address = listen();
		loop.network().failAccepts(4);
		connect(address, 2);
		loop.run();
		assertThat(batches).as("and run() has come to an end, so it does not spin").isEmpty();

		loop.advance(Duration.ofMillis(1 + 2 + 4 + 8 - 1));
		assertThat(batches).isEmpty();
		loop.advance(Duration.ofMillis(1));
		assertThat(batches).extracting(List::size).containsExactly(2);
	}

	@Test
	void accept_outOfDescriptors_logsOncePerEpisode() throws ConnectException {
		InetSocketAddress address = listen();
		for (int episode = 0; episode < 2; episode++) {
			loop.network().failAccepts(4);
			connect(address, 1);
			loop.advance(Duration.ofSeconds(1));
		}

		assertThat(log.messages(Level.WARNING)).hasSize(2).allMatch(message -> message.contains("Too many open files"));
		assertThat(log.messages(Level.INFO)).hasSize(4);
	}

	@Test
	void accept_outOfDescriptorsForLong_retriesEverySecond() throws ConnectException {
		InetSocketAddress address = listen();
		loop.network().failAccepts(100);
		connect(address, 1);
		loop.advance(Duration.ofSeconds(91));
		assertThat(batches).isEmpty();

		loop.advance(Duration.ofSeconds(4));
		assertThat(batches).hasSize(1);
	}

	@Test
	void accept_outOfDescriptorsButRoomIsMade_retriesAtOnceWithoutLogging() throws ConnectException {
		InetSocketAddress address = listen(new Door(Duration.ofMillis(7)));
		loop.network().failAccepts(3);
		connect(address, 2);
		loop.advance(Duration.ofMillis(3 * (1 + 7) - 1));
		assertThat(batches).isEmpty();

		loop.advance(Duration.ofMillis(1));
		assertThat(batches).extracting(List::size).containsExactly(2);
		assertThat(log.messages(Level.WARNING)).isEmpty();
	}

	@Test
	void accept_moreThanTheCapacity_waitsUntilRoomIsMade() throws ConnectException {
		Door door = new Door(Duration.ofMillis(7));
		door.room = 3;
		InetSocketAddress address = listen(door);
		connect(address, 5);
		loop.run();
		assertThat(batches).extracting(List::size).containsExactly(3);

		loop.advance(Duration.ofMillis(1 + 7));
		assertThat(batches).extracting(List::size).containsExactly(3, 2);
	}

	@Test
	void accept_connectionsBeforeAFailure_areDelivered() throws ConnectException {
		InetSocketAddress address = listen();
		connect(address, 1);
		loop.run();
		loop.network().failAccepts(1);
		connect(address, 1);
		loop.run();
		connect(address, 2);
		loop.advance(Duration.ofMillis(10));

		assertThat(batches).extracting(List::size).containsExactly(1, 3);
	}

	@Test
	void close_whilePaused_endsAllRetries() throws ConnectException {
		InetSocketAddress address = listen();
		loop.network().failAccepts(1);
		connect(address, 1);
		loop.run();
		loop.perform(() -> listeners.get(0).close());
		loop.advance(Duration.ofSeconds(10));

		assertThat(batches).isEmpty();
		assertThat(loop.timers()).isZero();
		assertThatThrownBy(() -> connect(address, 1)).isInstanceOf(ConnectException.class);
	}

	@Test
	void listen_portInUse_fails() {
		InetSocketAddress address = listen();

		assertThatThrownBy(() -> listenOn(address, batches::add)).hasMessageContaining(String.valueOf(address.getPort()));
	}

	@AfterEach
	void endCapture() {
		log.close();
	}

	/** A listener with a given capacity, which regains it after a time. */
	private final class Door implements AcceptListener {
		private final Duration time;
		private int room = 100;
		private boolean asked;

		private Door(Duration time) {
			this.time = time;
		}

		@Override
		public void accepted(List<Transport> batch) {
			batches.add(batch);
			room -= batch.size();
		}

		@Override
		public int capacity() {
			return room;
		}

		@Override
		public Optional<Duration> makeRoom() {
			asked = !asked;
			if (!asked) {
				room = 100;
			}
			return Optional.of(asked ? time : Duration.ZERO);
		}
	}

	private InetSocketAddress listen() {
		return listen(batches::add);
	}

	private InetSocketAddress listen(AcceptListener acceptListener) {
		return listenOn(Listener.LOOPBACK, acceptListener);
	}

	private InetSocketAddress listenOn(InetSocketAddress wanted, AcceptListener acceptListener) {
		loop.perform(() -> {
			try {
				listeners.add(loop.listen(wanted, acceptListener));
			} catch (IOException failure) {
				throw new UncheckedIOException(failure);
			}
		});
		return listeners.get(0).address();
	}

	private void connect(InetSocketAddress address, int count) throws ConnectException {
		for (int index = 0; index < count; index++) {
			assertThat(loop.connect(address, Duration.ofSeconds(1))).isInstanceOf(MemoryTransport.class);
		}
	}
}
