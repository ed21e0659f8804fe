// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

import java.io.IOException;
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
import java.util.Optional;
import java.util.function.BiConsumer;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.core.runtime.OperationCanceledException;

/**
 * Listens at one address of this machine for ranks that connect to their debugger. Each rank has a port of its own, so that a connection
 * belongs to a rank. One thread accepts for all of them. Owned by a {@link RankDebugger}; thread-safe.
 */
public final class RankPorts implements AutoCloseable {
	private static final String SHELL = "/bin/sh";
	/** Stands for the port in the words that a rank with a port gets. */
	public static final String PORT = "$p";
	/** Stands for the address. */
	private static final String ADDRESS = "$a";

	private final InetAddress address;
	private final Selector selector;
	private final Map<Integer, Integer> ports = new LinkedHashMap<>();
	private volatile Optional<NodeRoutes> routes = Optional.empty();

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

	/**
	 * Opens a port for each rank of other nodes, and finds a way for them: they connect directly to the address that the nodes can reach,
	 * or, if the ports between the machines are closed, to a port of their node that ssh forwards. Waits for the nodes.
	 *
	 * @param nodes where the ranks will run
	 * @param ranks the numbers of ranks
	 * @throws IOException                if there are no free ports
	 * @throws CoreException              with the reason, a phrase, if no way leads from any node
	 * @throws OperationCanceledException if the user cancels
	 */
	public RankPorts(RankNodes nodes, List<Integer> ranks) throws IOException, CoreException {
		this(nodes.address(), ranks);
		boolean isReachable = false;
		try {
			NodeRoutes opened = NodeRoutes.open(nodes, ports.values());
			routes = Optional.of(opened);
			opened.requireSome();
			isReachable = true;
		} finally {
			if (!isReachable) {
				close();
			}
		}
	}

	/** {@return how the ranks of other nodes connect, in lines for the user; none for ranks of this machine} */
	public List<String> notes() {
		return routes.map(NodeRoutes::notes).orElse(List.of());
	}

	/** {@return the address and port of a rank, for the words that ranks with a port get, as a shell reads them: {@code $a:$p}} */
	public String place() {
		return ADDRESS + ":" + PORT;
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
		script.append("*) exec \"$@\";; esac; a=").append(NodeRoutes.bracketed(address)).append("; ");
		routes.ifPresent(ways -> script.append(ways.script(ports)));
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
		closePorts(); // the forwarded ports carry the connections
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

	/** Closes the ports of ranks that have not connected, and ends the forwarding of ports. */
	@Override
	public void close() {
		closePorts();
		routes.ifPresent(NodeRoutes::close);
	}

	private void closePorts() {
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
