// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.jdt.internal.debug;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

import org.eclipse.core.runtime.ILog;

/**
 * Listens for the virtual machines of ranks on the loopback interface. Each rank has a port of its own, which tells which rank connects.
 * One thread accepts for all of them. Owned by a {@link JavaRankDebugger}.
 */
final class RankPorts implements AutoCloseable {
	private final Selector selector;
	private final Map<Integer, Integer> ports = new LinkedHashMap<>();

	/** Opens a port for each rank. */
	RankPorts(List<Integer> ranks) throws IOException {
		selector = Selector.open();
		try {
			for (int rank : ranks) {
				ServerSocketChannel listener = ServerSocketChannel.open();
				listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
				listener.configureBlocking(false);
				listener.register(selector, SelectionKey.OP_ACCEPT, rank);
				ports.put(rank, listener.socket().getLocalPort());
			}
		} catch (IOException e) {
			close();
			throw e;
		}
	}

	/** Returns the port of each rank. */
	Map<Integer, Integer> ports() {
		return Map.copyOf(ports);
	}

	/**
	 * Starts to accept one connection for each rank. The thread ends with the last rank's or at close.
	 *
	 * @param connected receives a rank and its connection, on the accepting thread, and must not wait
	 */
	void start(BiConsumer<Integer, Socket> connected) {
		Thread thread = new Thread(() -> acceptAll(connected), "pmix4e-debug-ports");
		thread.setDaemon(true);
		thread.start();
	}

	private void acceptAll(BiConsumer<Integer, Socket> connected) {
		try {
			while (!selector.keys().isEmpty()) {
				selector.select();
				for (SelectionKey key : List.copyOf(selector.selectedKeys())) {
					accept(key, connected);
				}
				selector.selectedKeys().clear();
			}
		} catch (ClosedSelectorException e) {
			return; // the launch has ended
		} catch (IOException e) {
			ILog.of(RankPorts.class).error("cannot accept the connections of debugged ranks", e);
		}
		close();
	}

	private static void accept(SelectionKey key, BiConsumer<Integer, Socket> connected) throws IOException {
		try (ServerSocketChannel listener = (ServerSocketChannel) key.channel()) {
			SocketChannel accepted = listener.accept();
			if (accepted != null) {
				connected.accept((Integer) key.attachment(), accepted.socket());
			}
		}
		key.selector().selectNow(); // drops the key
	}

	/** Closes the ports of ranks that have not connected. */
	@Override
	public void close() {
		try {
			for (SelectionKey key : selector.isOpen() ? List.copyOf(selector.keys()) : List.<SelectionKey>of()) {
				key.channel().close();
			}
			selector.close();
		} catch (IOException e) {
			ILog.of(RankPorts.class).warn("cannot close the ports of debugged ranks", e);
		}
	}
}
