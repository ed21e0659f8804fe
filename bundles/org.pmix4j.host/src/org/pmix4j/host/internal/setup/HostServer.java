// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.setup;

import org.pmix4j.host.internal.calls.LocalPmixHost;
import org.pmix4j.host.internal.calls.SocketOwners;
import org.pmix4j.model.PmixException;
import org.pmix4j.server.PmixServer;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.spi.LoopServer;

/**
 * The server of a host. Owned by {@link HostRuntime}.
 *
 * @param loop  the face of the server for calls on its loop
 * @param users finds the users of the server's peers
 */
record HostServer(LoopServer loop, SocketOwners users) implements AutoCloseable {
	/** @throws PmixException if the server cannot listen */
	static HostServer open(ServerOptions options, LocalPmixHost host) throws PmixException {
		SocketOwners users = new SocketOwners();
		host.identifyBy(users);
		try {
			return new HostServer(PmixServer.open(options, host, users).onLoop(), users);
		} catch (PmixException | RuntimeException e) {
			users.close();
			throw e;
		}
	}

	/** Closes the server first, as it queries users until its end. */
	@Override
	public void close() {
		loop.close();
		users.close();
	}
}
