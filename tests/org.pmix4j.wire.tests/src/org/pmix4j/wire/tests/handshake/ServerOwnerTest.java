// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.testkit.ProcessTable;
import org.pmix4j.wire.internal.handshake.ServerOwner;
import org.pmix4j.wire.internal.kernel.Listeners.Listener;

/** Tests which users' servers a process trusts. All sockets belong to the current user; {@code ImpostorTest} covers other users. */
class ServerOwnerTest {
	private static final int SELF = ProcessTable.ownUid();
	private static final int STRANGER = 4321;

	@Test
	void includes_users_asNamed() {
		assertThat(ServerOwner.THIS_USER.includes(SELF)).isTrue();
		assertThat(ServerOwner.THIS_USER.includes(STRANGER)).isFalse();
		assertThat(ServerOwner.THIS_USER.includes(0)).isEqualTo(SELF == 0);
		assertThat(ServerOwner.THIS_USER_OR_ROOT.includes(0)).isTrue();
		assertThat(ServerOwner.THIS_USER_OR_ROOT.includes(STRANGER)).isFalse();
	}

	@Test
	void isTrusted_listenerOfAnotherUser_isFalse() {
		assertThat(ServerOwner.THIS_USER.isTrusted(new Listener(STRANGER, 1))).isFalse();
		assertThat(ServerOwner.THIS_USER_OR_ROOT.isTrusted(new Listener(STRANGER, 1))).isFalse();
	}

	@Test
	void require_ownServer_succeeds() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			InetSocketAddress address = (InetSocketAddress) socket.getLocalSocketAddress();

			assertThatCode(() -> ServerOwner.THIS_USER.require(address, "the server")).doesNotThrowAnyException();
		}
	}

	/** It may have accepted the connection and closed its socket, to hide its user. */
	@Test
	void require_noProcessListens_isUnreachable() throws IOException {
		// has the port to itself, but does not listen
		try (Socket socket = new Socket()) {
			socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
			InetSocketAddress address = (InetSocketAddress) socket.getLocalSocketAddress();

			assertThatThrownBy(() -> ServerOwner.THIS_USER.require(address, "the server")).isInstanceOfSatisfying(PmixException.class,
					gone -> assertThat(gone.status()).isEqualTo(Status.ERR_UNREACH));
		}
	}

	/** From the block for documentation, RFC 5737. */
	@Test
	void require_serverOnAnotherMachine_succeeds() {
		assertThatCode(() -> ServerOwner.THIS_USER.require(new InetSocketAddress("192.0.2.1", 4711), "the server")).doesNotThrowAnyException();
	}
}
