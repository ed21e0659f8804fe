// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmix4e.jdt.internal.debug.JdwpConnection;
import org.pmix4j.testkit.Await;

/** The order of the first packets, which virtual machines decide by chance; {@link JavaDebugTest} tests with virtual machines. */
class JdwpConnectionTest {
	private static final byte[] HANDSHAKE = "JDWP-Handshake".getBytes(StandardCharsets.US_ASCII);
	private static final int HEADER = 11;
	private static final byte REPLY = (byte) 0x80;
	private static final byte EVENTS = 64;
	private static final byte COMPOSITE = 100;
	/** How long a command would have to come too early. */
	private static final int MILLISECONDS = 300;

	private final CompletableFuture<Void> resumed = new CompletableFuture<>();
	private ServerSocket listener;
	private Socket machine;

	@BeforeEach
	void connect() throws IOException {
		listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
		machine = new Socket(listener.getInetAddress(), listener.getLocalPort());
		Socket debugger = listener.accept();
		Thread.ofVirtual().start(() -> {
			try (debugger) {
				JdwpConnection.over(debugger).resume();
				resumed.complete(null);
			} catch (IOException e) {
				resumed.completeExceptionally(e);
			}
		});
		assertThat(machine.getInputStream().readNBytes(HANDSHAKE.length)).isEqualTo(HANDSHAKE);
		machine.getOutputStream().write(HANDSHAKE);
	}

	@AfterEach
	void close() throws IOException {
		machine.close();
		listener.close();
	}

	private void write(int id, byte flags, int rest) throws IOException {
		DataOutputStream out = new DataOutputStream(machine.getOutputStream());
		out.writeInt(HEADER);
		out.writeInt(id);
		out.writeByte(flags);
		out.writeShort(rest);
		out.flush();
	}

	/** A machine that has not suspended itself yet would take the command, suspend itself, and wait for ever. */
	@Test
	void resume_machineHasNotReportedItsStart_waitsForThat() throws Exception {
		machine.setSoTimeout(MILLISECONDS);
		assertThatThrownBy(() -> machine.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
		machine.setSoTimeout(0);

		write(1, (byte) 0, EVENTS << 8 | COMPOSITE);
		DataInputStream in = new DataInputStream(machine.getInputStream());
		assertThat(in.readInt()).isEqualTo(HEADER);
		int id = in.readInt();
		assertThat(in.readNBytes(HEADER - 2 * Integer.BYTES)).containsExactly(0, 1, 9);
		write(id, REPLY, 0);

		Await.result(resumed);
	}

	@Test
	void resume_machineRefuses_fails() throws Exception {
		write(1, (byte) 0, EVENTS << 8 | COMPOSITE);
		machine.getInputStream().readNBytes(HEADER);
		write(1, REPLY, 112);

		assertThatThrownBy(() -> Await.result(resumed)).hasRootCauseMessage("the virtual machine does not go on");
	}
}
