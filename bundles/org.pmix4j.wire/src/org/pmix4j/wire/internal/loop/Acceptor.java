// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;

/** Where connections come in: a listening socket, or memory in tests. Belongs to one loop; no method blocks. */
public interface Acceptor {
	/** @return the loop that serves it */
	EventLoop loop();

	/** @return where it listens */
	InetSocketAddress address();

	/**
	 * From now on tells the target when a connection has come.
	 *
	 * @param target is called on the loop
	 * @throws IOException if it is closed
	 */
	void start(ReadyListener target) throws IOException;

	/** @param accept whether to tell of connections */
	void interest(boolean accept);

	/**
	 * @return one connection, or empty if none waits
	 * @throws IOException if one cannot be taken now, most likely for want of file descriptors
	 */
	Optional<Transport> accept() throws IOException;

	/** Ends it. Repeated calls do nothing. */
	void close();
}
