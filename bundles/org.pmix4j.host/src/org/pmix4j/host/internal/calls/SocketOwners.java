// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.process.internal.posix.SocketDiagnosis;
import org.pmix4j.process.internal.posix.SocketDiagnosis.Owner;
import org.pmix4j.server.spi.KernelSocketTable;
import org.pmix4j.server.spi.PeerUsers;

/**
 * Finds the owners of the sockets at the other ends of connections: by a question to the kernel for each, which is answered at once, or in
 * the table of all sockets if the kernel does not answer. Owned by the host; not thread-safe.
 */
public final class SocketOwners implements PeerUsers, AutoCloseable {
	private final SocketDiagnosis diagnosis = new SocketDiagnosis();
	private final KernelSocketTable table = new KernelSocketTable();

	@Override
	public boolean isQuick() {
		return diagnosis.isOpen();
	}

	@Override
	public Optional<Map<Connection, Integer>> of(List<Connection> connections) {
		if (diagnosis.isOpen()) {
			try {
				Map<Connection, Integer> users = new HashMap<>();
				for (Connection connection : connections) {
					owner(connection).ifPresent(owner -> users.put(connection, owner.uid()));
				}
				return Optional.of(users);
			} catch (IOException e) {
				HostLog.log(Level.DEBUG, "the kernel does not tell the owner of a socket, so its table is read: " + e.getMessage());
				close();
			}
		}
		return table.of(connections);
	}

	/**
	 * Returns the number of the socket at the other end, as in {@code /proc/PID/fd}; empty if the socket is closed or its process runs on
	 * another machine, and if only the slow table tells.
	 */
	public OptionalLong inode(Connection connection) {
		try {
			Optional<Owner> owner = diagnosis.isOpen() ? owner(connection) : Optional.empty();
			return owner.isPresent() ? OptionalLong.of(owner.get().inode()) : OptionalLong.empty();
		} catch (IOException e) {
			HostLog.log(Level.DEBUG, "the kernel does not tell the number of a socket: " + e.getMessage());
			return OptionalLong.empty();
		}
	}

	private Optional<Owner> owner(Connection connection) throws IOException {
		return diagnosis.owner(connection.peer(), connection.server());
	}

	/** Stops asking the kernel; from now on the table is used. */
	@Override
	public void close() {
		diagnosis.close();
	}
}
