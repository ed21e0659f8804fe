// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;

/** Source of incoming connections: a listening socket, or memory in tests. Belongs to one loop; no method blocks. */
public interface Acceptor {
	/** @return the loop on which it runs */
	EventLoop loop();

	/** @return the address on which it listens */
	InetSocketAddress address();

	/**
	 * Starts to report incoming connections.
	 *
	 * @param target notified on the loop
	 * @throws IOException if the acceptor is closed
	 */
	void start(ReadyListener target) throws IOException;

	/** @param accept whether to report incoming connections */
	void interest(boolean accept);

	/**
	 * @return one connection, or empty if none is waiting
	 * @throws IOException if none can be accepted now, most likely because file descriptors are exhausted
	 */
	Optional<Transport> accept() throws IOException;

	/** Stops listening. Repeated calls do nothing. */
	void close();
}
