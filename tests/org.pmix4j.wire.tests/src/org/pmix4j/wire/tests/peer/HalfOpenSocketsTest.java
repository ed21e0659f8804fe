// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.PmixException;
import org.pmix4j.wire.PeerOptions;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.loop.Listener;
import org.pmix4j.wire.internal.loop.SelectorLoop;
import org.pmix4j.wire.internal.loop.Transport;
import org.pmix4j.wire.internal.peer.ConnectHandshake;
import org.pmix4j.wire.internal.peer.Peer;

/** Tests that peers which stop in the middle of their hello do not delay others, a known kind of bug in the C library. */
class HalfOpenSocketsTest {
	private static final Duration LIMIT = Duration.ofSeconds(20);

	@Test
	void connect_amid500HalfOpenSockets_isServed() throws IOException, PmixException {
		Reception reception = new Reception();
		List<SocketChannel> halfOpen = new ArrayList<>();
		try (SelectorLoop loop = SelectorLoop.open("half-open")) {
			InetSocketAddress address = loop.call(() -> loop.listen(Listener.LOOPBACK, reception::admit), LIMIT).address();
			byte[] hello = Hellos.bytes(Hellos.client(0));
			for (int index = 0; index < 500; index++) {
				SocketChannel bad = SocketChannel.open(address);
				bad.write(ByteBuffer.wrap(hello, 0, index % hello.length));
				halfOpen.add(bad);
			}
			Transport transport = loop.connect(address, LIMIT);
			CompletableFuture<Peer> good = new CompletableFuture<>();
			loop.execute(() -> ConnectHandshake.start(transport, Hellos.client(7), PeerVersion.parse("4.2.2"), PeerOptions.DEFAULT,
					(peer, reply) -> new RecordingPeer()).thenAccept(good::complete));

			assertThat(loop.await(good, LIMIT).isClosed()).isFalse();
			assertThat(loop.call(() -> List.copyOf(reception.hellos), LIMIT)).containsExactly(Hellos.client(7));
		} finally {
			for (SocketChannel bad : halfOpen) {
				bad.close();
			}
		}
		assertThat(reception.handlers.get(0).lost).as("the end of the loop").hasSize(1);
	}
}
