// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.spi;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

import org.pmix4j.model.internal.text.KernelFiles;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.wire.internal.kernel.Listeners;

/**
 * Finds socket owners in the tables of TCP sockets that Linux provides; on other systems it finds nothing. Stateless.
 *
 * <p>Only open connections count: a socket closed by its process is listed as root's until all bytes are delivered, so any user could
 * appear as root.
 *
 * <p>Needs no native code, but each lookup makes the kernel scan a large hash table: 5 to 20 ms were measured, independent of the number of
 * sockets.
 *
 * @see "Linux, Documentation/networking/proc_net_tcp.rst"
 */
public final class KernelSocketTable implements PeerUsers {
	private static final PeerLog LOG = PeerLog.of(KernelSocketTable.class);
	private static final String ESTABLISHED = "01";
	private static final String NO_INODE = "0";
	private static final int WORD = 4;
	/** Indexes of columns after the two addresses. */
	private static final int STATE = 0;
	private static final int UID = 4;
	private static final int INODE = 6;

	private final Path table;
	private final Path tableOfIpv6;

	/** Reads the tables of this process's network namespace. */
	public KernelSocketTable() {
		this(Path.of("/proc/net"));
	}

	/**
	 * Reads from a given directory; tests give one with recorded tables.
	 *
	 * @param directory directory that contains the files tcp and tcp6
	 */
	public KernelSocketTable(Path directory) {
		this.table = directory.resolve("tcp");
		this.tableOfIpv6 = directory.resolve("tcp6");
	}

	@Override
	public Optional<Map<Connection, Integer>> of(List<Connection> connections) {
		return sockets(connections, socket -> socket.uid);
	}

	/**
	 * {@return the inodes of the sockets at the other ends, as in {@code /proc/PID/fd}} Connections without an owner, or with a peer on
	 * another machine, are missing. Empty if the platform has no such table.
	 *
	 * @param connections connections to identify
	 */
	public Optional<Map<Connection, Long>> inodes(List<Connection> connections) {
		return sockets(connections, socket -> socket.inode);
	}

	/** A line of the table. */
	private record Socket(int uid, long inode) {
	}

	private <T> Optional<Map<Connection, T>> sockets(List<Connection> connections, Function<Socket, T> column) {
		try {
			Map<Connection, T> found = new HashMap<>();
			BiConsumer<Connection, Socket> sink = (connection, socket) -> found.put(connection, column.apply(socket));
			look(table, connections, sink, false);
			if (found.size() < connections.size() && Files.exists(tableOfIpv6)) {
				look(tableOfIpv6, connections, sink, true);
			}
			return Optional.of(found);
		} catch (IOException e) {
			LOG.log(Level.DEBUG, "Cannot read {0}, so only credentials are checked: {1}", table, e.toString());
			return Optional.empty();
		}
	}

	private static void look(Path file, List<Connection> connections, BiConsumer<Connection, Socket> sink, boolean ipv6)
			throws IOException {
		Map<String, Connection> wanted = new HashMap<>();
		for (Connection connection : connections) {
			if (ipv6 || connection.peer().getAddress().getAddress().length == WORD) {
				wanted.put(Listeners.kernelForm(connection.peer(), ipv6) + " " + Listeners.kernelForm(connection.server(), ipv6), connection);
			}
		}
		int width = wanted.isEmpty() ? 0 : wanted.keySet().iterator().next().length();
		KernelFiles.text(file).lines().forEach(line -> {
			int start = line.indexOf(": ") + 2;
			Connection connection = start + width <= line.length() ? wanted.get(line.substring(start, start + width)) : null;
			if (connection != null) {
				put(connection, line.substring(start + width).stripLeading(), sink);
			}
		});
	}

	private static void put(Connection connection, String line, BiConsumer<Connection, Socket> sink) {
		String[] columns = line.split("\\s+", INODE + 2);
		if (columns.length > INODE && columns[STATE].equals(ESTABLISHED) && !columns[INODE].equals(NO_INODE)) {
			sink.accept(connection, new Socket(Integer.parseUnsignedInt(columns[UID]), Long.parseLong(columns[INODE])));
		}
	}
}
