// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

import org.eclipse.core.runtime.ILog;

/**
 * Listens at one address of this machine for ranks that connect to their debugger. Each rank has a port of its own, so that a connection
 * belongs to a rank. One thread accepts for all of them. Owned by a {@link RankDebugger}; thread-safe.
 */
public final class RankPorts implements AutoCloseable {
	private static final String SHELL = "/bin/sh";
	/** Stands for the port in the words that a rank with a port gets. */
	public static final String PORT = "$p";

	private final InetAddress address;
	private final Selector selector;
	private final Map<Integer, Integer> ports = new LinkedHashMap<>();

	/**
	 * Opens a port of the loopback interface for each rank.
	 *
	 * @param ranks the numbers of ranks
	 * @throws IOException if there are no free ports
	 */
	public RankPorts(List<Integer> ranks) throws IOException {
		this(InetAddress.getLoopbackAddress(), ranks);
	}

	/**
	 * Opens a port for each rank at one address of this machine, and at no other.
	 *
	 * @param address the address that the ranks can reach
	 * @param ranks   the numbers of ranks
	 * @throws IOException if there are no free ports, or the address is not of this machine
	 */
	public RankPorts(InetAddress address, List<Integer> ranks) throws IOException {
		this.address = address;
		selector = Selector.open();
		try {
			for (int rank : ranks) {
				ServerSocketChannel listener = ServerSocketChannel.open();
				listener.bind(new InetSocketAddress(address, 0), 1);
				listener.configureBlocking(false);
				listener.register(selector, SelectionKey.OP_ACCEPT, rank);
				ports.put(rank, listener.socket().getLocalPort());
			}
		} catch (IOException e) {
			close();
			throw e;
		}
	}

	/** {@return the address and port of a rank, for the words that ranks with a port get, as a shell reads them: {@code 127.0.0.1:$p}} */
	public String place() {
		String text = address.getHostAddress();
		return (address instanceof Inet6Address ? "[" + text + "]" : text) + ":" + PORT;
	}

	/**
	 * Returns a command that gives each rank its port. A shell finds the port by the rank; the process stays the same, because the program
	 * replaces the shell.
	 *
	 * @param plain  the command of ranks without a port
	 * @param before how many words of the command, the program included, precede the added ones; at least 1
	 * @param added  the words that ranks with a port get, as a shell reads them, with {@link #PORT} or {@link #place} in one
	 * @return the command of all ranks
	 */
	public ProgramCommand command(ProgramCommand plain, int before, String added) {
		StringBuilder script = new StringBuilder("case $PMIX_RANK in ");
		ports.forEach((rank, port) -> script.append(rank).append(") p=").append(port).append(";; "));
		script.append("*) exec \"$@\";; esac; ");
		StringBuilder first = new StringBuilder();
		for (int word = 0; word < before; word++) {
			script.append("w").append(word).append("=$1; shift; ");
			first.append("\"$w").append(word).append("\" ");
		}
		script.append("exec ").append(first).append(added).append(" \"$@\"");
		List<String> words = new ArrayList<>(List.of("-c", script.toString(), SHELL, plain.program()));
		words.addAll(plain.arguments());
		return new ProgramCommand(plain.name(), SHELL, words);
	}

	/**
	 * Starts to accept one connection for each rank. The thread ends with the last rank's or at close.
	 *
	 * @param connected receives a rank and its connection, on the accepting thread, and must not wait
	 */
	public void start(BiConsumer<Integer, Socket> connected) {
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
