// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.wire.internal.kernel.Listeners;

/** Tests against the kernel of this machine. */
class ListenersTest {
	private static int ownUid() throws IOException {
		return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
	}

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
			assertThat(answer.listener().orElseThrow().uid()).isEqualTo(ownUid());
		}
	}

	@Test
	void at_socketOfIpv4Only_givesItsUser() throws IOException {
		try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.INET).bind(new InetSocketAddress("127.0.0.1", 0))) {
			assertThat(at("127.0.0.1", socket.socket().getLocalPort()).listener().orElseThrow().uid()).isEqualTo(ownUid());
		}
	}

	/** Any user can listen at the same port of another address. */
	@Test
	void at_otherAddressOfTheSamePort_isNone() throws IOException {
		try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.INET).bind(new InetSocketAddress("127.0.0.2", 0))) {
			assertThat(at("127.0.0.1", socket.socket().getLocalPort()).isNone()).isTrue();
		}
	}

	@Test
	void at_closedSocket_isNone() throws IOException {
		ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
		int port = socket.getLocalPort();
		socket.close();

		assertThat(at("127.0.0.1", port).isNone()).isTrue();
	}

	/** Connections come after the listening sockets in the table, and have the same local address. */
	@Test
	void at_connectionWithoutListener_isNone() throws IOException {
		try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.INET).bind(new InetSocketAddress("127.0.0.1", 0));
				SocketChannel client = SocketChannel.open(socket.getLocalAddress());
				SocketChannel end = socket.accept()) {
			int port = socket.socket().getLocalPort();
			socket.close();

			assertThat(client.isConnected()).isEqualTo(end.isConnected());
			assertThat(at("127.0.0.1", port).isNone()).isTrue();
		}
	}
}
