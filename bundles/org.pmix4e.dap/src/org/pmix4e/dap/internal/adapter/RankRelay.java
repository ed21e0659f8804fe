// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.adapter;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/**
 * Carries bytes between a Python rank, which has connected to us, and its adapter, which was started then and waits at a port of its own.
 * Ends with either of them; two threads of its own carry the bytes.
 */
final class RankRelay {
	private final Socket rank;
	private final Socket adapter;

	private RankRelay(Socket rank, Socket adapter) {
		this.rank = rank;
		this.adapter = adapter;
	}

	/** Connects a rank with its adapter at a port of the loopback interface. */
	static void start(Socket rank, int port) throws IOException {
		RankRelay relay = new RankRelay(rank, new Socket(InetAddress.getLoopbackAddress(), port));
		rank.setTcpNoDelay(true);
		relay.adapter.setTcpNoDelay(true);
		relay.carry(rank, relay.adapter);
		relay.carry(relay.adapter, rank);
	}

	private void carry(Socket from, Socket to) {
		Thread.ofVirtual().name("pmix4e-relay-" + rank.getPort()).start(() -> {
			try {
				from.getInputStream().transferTo(to.getOutputStream());
			} catch (IOException e) {
				// the other direction has ended
			} finally {
				close(from);
				close(to);
			}
		});
	}

	private static void close(Socket socket) {
		try {
			socket.close();
		} catch (IOException e) {
			// it is of no use any more
		}
	}
}
