// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.listen;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.wire.internal.loop.AcceptListener;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Opens the server's port and formats its address for peers. Stateless.
 *
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_listener.c"
 */
public final class ServerUri {
	private static final Duration OPEN_LIMIT = Duration.ofSeconds(10);

	private ServerUri() {
	}

	/**
	 * @param loop     loop on which connections are accepted
	 * @param options  addresses, and the server's identity
	 * @param listener receives the connections
	 * @return identity and address of the server
	 * @throws PmixException INIT if it cannot listen on any of the addresses
	 */
	public static String listen(EventLoop loop, ServerOptions options, AcceptListener listener) throws PmixException {
		List<InetSocketAddress> addresses = ListenAddresses.of(options.listen());
		return of(options.identity(), loop.call(() -> first(loop, addresses, listener), OPEN_LIMIT));
	}

	/** Listens on the first address whose port is free. */
	private static InetSocketAddress first(EventLoop loop, List<InetSocketAddress> addresses, AcceptListener listener)
			throws PmixException {
		List<String> problems = new ArrayList<>();
		for (InetSocketAddress address : addresses) {
			try {
				return loop.listen(address, listener).address();
			} catch (IOException e) {
				problems.add(address + ": " + e.getMessage());
			}
		}
		throw new PmixException(Status.ERR_INIT, "cannot listen on " + String.join(", on ", problems));
	}

	private static String of(Proc identity, InetSocketAddress address) {
		String scheme = address.getAddress() instanceof Inet4Address ? "tcp4://" : "tcp6://";
		String host = address.getAddress().getHostAddress();
		// the C library parses the host with inet_pton, which rejects an interface suffix
		int scope = host.indexOf('%');
		return identity.nspace() + "." + identity.rank() + ";" + scheme + (scope < 0 ? host : host.substring(0, scope)) + ":"
				+ address.getPort();
	}
}
