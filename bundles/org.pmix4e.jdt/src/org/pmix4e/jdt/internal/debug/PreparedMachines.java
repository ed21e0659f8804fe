// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.jdt.internal.debug;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.core.runtime.ILog;
import org.eclipse.debug.core.model.IProcess;

/**
 * The connections of ranks that run without a debugger, but may get one. They are the ranks' own, so that no rank has an open port. The
 * debugger of the launch adds them, and closes those that are left at the end of the job. May be used from any thread.
 */
final class PreparedMachines {
	private static final Map<IProcess, JdwpConnection> CONNECTIONS = new ConcurrentHashMap<>();

	private PreparedMachines() {
	}

	static void add(IProcess rank, JdwpConnection connection) {
		CONNECTIONS.put(rank, connection);
		if (rank.isTerminated()) {
			close(rank); // the end of its job has passed
		}
	}

	/** Returns the connection of a rank for its debugger, once; empty if there is none. */
	static Optional<JdwpConnection> take(IProcess rank) {
		return Optional.ofNullable(CONNECTIONS.remove(rank));
	}

	/** Closes the connection of a rank that no debugger has taken. */
	static void close(IProcess rank) {
		take(rank).ifPresent(connection -> {
			try {
				connection.close();
			} catch (IOException e) {
				ILog.of(PreparedMachines.class).warn("cannot close the connection of a rank", e);
			}
		});
	}
}
