// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.NetworkChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.ProcessTable;
import org.pmix4j.wire.internal.kernel.Listeners;

/** Tests against the kernel of this machine. */
class ListenersTest {
	private static Listeners.Answer at(String host, int port) {
		return Listeners.at(new InetSocketAddress(host, port));
	}

	@ParameterizedTest
	@ValueSource(strings = { "127.0.0.1", "0.0.0.0", "::" })
	void at_listeningSocket_givesItsUser(String host) throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(host))) {
			Listeners.Answer answer = at("127.0.0.1", socket.getLocalPort());

			assertThat(answer.isNone()).isFalse();
			assertThat(answer.listener()).hasValueSatisfying(listener -> assertThat(listener.inode()).isPositive());
			assertThat(answer.listener().orElseThrow().uid()).isEqualTo(ProcessTable.ownUid());
		}
	}

	@Test
	void at_socketOfIpv4Only_givesItsUser() throws IOException {
		try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.INET).bind(new InetSocketAddress("127.0.0.1", 0))) {
			assertThat(at("127.0.0.1", socket.socket().getLocalPort()).listener().orElseThrow().uid()).isEqualTo(ProcessTable.ownUid());
		}
	}

	/** Returns a socket that does not listen, and keeps the port from all others. */
	private static SocketChannel portHolder() throws IOException {
		return SocketChannel.open().setOption(StandardSocketOptions.SO_REUSEADDR, true).bind(new InetSocketAddress("127.0.0.1", 0));
	}

	private static int port(NetworkChannel socket) throws IOException {
		return ((InetSocketAddress) socket.getLocalAddress()).getPort();
	}

	/** Any user can listen at the same port of another address. */
	@Test
	void at_otherAddressOfTheSamePort_isNone() throws IOException {
		try (SocketChannel holder = portHolder();
				ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.INET)
						.bind(new InetSocketAddress("127.0.0.2", port(holder)))) {
			assertThat(at("127.0.0.2", port(socket)).isNone()).isFalse();
			assertThat(at("127.0.0.1", port(socket)).isNone()).isTrue();
		}
	}

	@Test
	void at_closedSocket_isNone() throws IOException {
		try (SocketChannel holder = portHolder()) {
			try (ServerSocketChannel socket = ServerSocketChannel.open().bind(holder.getLocalAddress())) {
				assertThat(at("127.0.0.1", port(socket)).isNone()).isFalse();
			}

			assertThat(at("127.0.0.1", port(holder)).isNone()).isTrue();
		}
	}

	/** Connections come after the listening sockets in the table, and have the same local address. Their port cannot be taken. */
	@Test
	void at_connectionWithoutListener_isNone() throws IOException {
		try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.INET).bind(new InetSocketAddress("127.0.0.1", 0));
				SocketChannel client = SocketChannel.open(socket.getLocalAddress());
				SocketChannel end = socket.accept()) {
			socket.close();

			assertThat(at("127.0.0.1", port(end)).isNone()).isTrue();
			assertThat(client.write(ByteBuffer.wrap(new byte[1]))).isEqualTo(1);
			assertThat(end.read(ByteBuffer.allocate(1))).as("bytes that the connection still carries").isEqualTo(1);
		}
	}
}
