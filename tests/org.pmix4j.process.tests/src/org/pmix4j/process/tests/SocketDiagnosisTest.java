// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmix4j.process.internal.posix.ProcFs;
import org.pmix4j.process.internal.posix.SocketDiagnosis;
import org.pmix4j.process.internal.posix.SocketDiagnosis.Owner;
import org.pmix4j.testkit.ProcessTable;

/** Tests against the kernel of this machine. */
class SocketDiagnosisTest {
	private final SocketDiagnosis diagnosis = new SocketDiagnosis();
	private ServerSocketChannel listener;

	@BeforeEach
	void listen() throws IOException {
		listener = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
	}

	@AfterEach
	void close() throws IOException {
		diagnosis.close();
		listener.close();
	}

	@Test
	void owner_ownConnection_isThisUserAndAnOwnFile() throws IOException {
		try (SocketChannel client = SocketChannel.open(listener.getLocalAddress()); SocketChannel end = listener.accept()) {
			Owner owner = owner(end).orElseThrow();
			String link = "socket:[" + owner.inode() + "]";

			assertThat(owner.uid()).isEqualTo(ProcessTable.ownUid());
			assertThat(ProcFs.held((int) ProcessHandle.current().pid(), Set.of(link, "socket:[0]"))).containsExactly(link);
			assertThat(client.isOpen()).isTrue();
		}
	}

	@Test
	void owner_socketOfIpv4Only_isThisUser() throws IOException {
		try (SocketChannel client = SocketChannel.open(StandardProtocolFamily.INET)) {
			client.connect(listener.getLocalAddress());
			try (SocketChannel end = listener.accept()) {
				assertThat(owner(end)).map(Owner::uid).contains(ProcessTable.ownUid());
			}
		}
	}

	@Test
	void owner_closedPeer_isEmpty() throws IOException {
		SocketChannel client = SocketChannel.open(listener.getLocalAddress());
		try (SocketChannel end = listener.accept()) {
			InetSocketAddress peer = (InetSocketAddress) end.getRemoteAddress();
			client.close();

			assertThat(diagnosis.owner(peer, (InetSocketAddress) end.getLocalAddress())).isEmpty();
		}
	}

	@Test
	void owner_unknownConnection_isEmpty() throws IOException {
		InetSocketAddress address = (InetSocketAddress) listener.getLocalAddress();

		assertThat(diagnosis.owner(new InetSocketAddress(address.getAddress(), 1), address)).isEmpty();
	}

	@Test
	void isOpen_untilClosed() {
		assertThat(diagnosis.isOpen()).isTrue();
		diagnosis.close();
		assertThat(diagnosis.isOpen()).isFalse();
	}

	private Optional<Owner> owner(SocketChannel end) throws IOException {
		return diagnosis.owner((InetSocketAddress) end.getRemoteAddress(), (InetSocketAddress) end.getLocalAddress());
	}
}
