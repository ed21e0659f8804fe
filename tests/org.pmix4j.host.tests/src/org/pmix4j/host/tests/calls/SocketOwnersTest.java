// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmix4j.host.internal.calls.SocketOwners;
import org.pmix4j.process.internal.posix.ProcFs;
import org.pmix4j.server.spi.PeerUsers.Connection;
import org.pmix4j.testkit.ProcessTable;

/** Tests against the kernel of this machine. */
class SocketOwnersTest {
	private final SocketOwners owners = new SocketOwners();
	private final List<SocketChannel> accepted = new ArrayList<>();
	private ServerSocketChannel listener;

	@BeforeEach
	void listen() throws IOException {
		listener = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
	}

	@AfterEach
	void close() throws IOException {
		owners.close();
		listener.close();
		for (SocketChannel end : accepted) {
			end.close();
		}
	}

	@Test
	void of_ownConnections_givesOwnUser() throws IOException {
		try (SocketChannel one = connect(); SocketChannel other = connect()) {
			Connection first = accepted();
			Connection second = accepted();

			assertThat(owners.of(List.of(first, second))).contains(Map.of(first, ProcessTable.ownUid(), second, ProcessTable.ownUid()));
			assertThat(one.isConnected()).isEqualTo(other.isConnected());
		}
	}

	@Test
	void inode_ownConnection_isAmongOwnFiles() throws IOException {
		try (SocketChannel client = connect()) {
			Connection connection = accepted();
			String link = "socket:[" + owners.inode(connection).orElseThrow() + "]";

			assertThat(ProcFs.held((int) ProcessHandle.current().pid(), Set.of(link, "socket:[0]"))).containsExactly(link);
			assertThat(client.isOpen()).isTrue();
			owners.close();
			assertThat(owners.inode(connection)).isEmpty();
		}
	}

	@Test
	void of_closedPeer_isEmpty() throws IOException {
		Connection connection;
		try (SocketChannel client = connect()) {
			connection = accepted();
		}

		assertThat(owners.of(List.of(connection))).contains(Map.of());
	}

	@Test
	void of_unknownConnection_isEmpty() throws IOException {
		InetSocketAddress address = (InetSocketAddress) listener.getLocalAddress();
		Connection connection = new Connection(new InetSocketAddress(address.getAddress(), 1), address);

		assertThat(owners.of(List.of(connection))).contains(Map.of());
	}

	@Test
	void of_afterClose_usesTheTable() throws IOException {
		owners.close();
		try (SocketChannel client = connect()) {
			Connection connection = accepted();

			assertThat(owners.isQuick()).isFalse();
			assertThat(owners.of(List.of(connection))).contains(Map.of(connection, ProcessTable.ownUid()));
			assertThat(client.isOpen()).isTrue();
		}
	}

	private SocketChannel connect() throws IOException {
		return SocketChannel.open(listener.getLocalAddress());
	}

	private Connection accepted() throws IOException {
		SocketChannel end = listener.accept();
		accepted.add(end);
		return new Connection((InetSocketAddress) end.getRemoteAddress(), (InetSocketAddress) end.getLocalAddress());
	}
}
