// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

import org.pmix4j.model.Proc;
import org.pmix4j.wire.codec.Limits;
import org.pmix4j.wire.loop.Listener;

/**
 * How a server presents itself and what it is willing to do.
 *
 * @param identity         the server's own name; its namespace must have no dot, because readers of its URI split there
 * @param hostname         the node's name, as clients shall see it
 * @param serverDirectory  where files of this server's clients go (PMIX_SERVER_TMPDIR)
 * @param systemDirectory  where files for all of the node go (PMIX_SYSTEM_TMPDIR)
 * @param address          where to listen; loopback unless somebody decides otherwise
 * @param limits           what to take from peers
 * @param handshakeTimeout how long a peer may take for its hello
 * @param admissionTimeout how long the host may take to let a process in
 * @param getTimeout       how long a get waits for a local process that has not committed, if the caller names no limit
 * @param bulkLimit        how many bytes of other processes' data the first get after a fence may bring along; 0 for none
 * @param executor         runs the calls to the host, and other work that blocks
 */
public record ServerOptions(Proc identity, String hostname, Path serverDirectory, Path systemDirectory, InetAddress address, Limits limits,
		Duration handshakeTimeout, Duration admissionTimeout, Duration getTimeout, int bulkLimit, Executor executor) {
	private static final int BULK_LIMIT = 4 << 20;

	/** @throws IllegalArgumentException if the namespace has a dot, nobody could connect to the address, or a limit is not positive */
	public ServerOptions {
		if (identity.nspace().isEmpty() || identity.nspace().indexOf('.') >= 0) {
			throw new IllegalArgumentException("namespace of a server: '" + identity.nspace() + "' must not be empty or have a dot");
		}
		if (address.isAnyLocalAddress()) {
			throw new IllegalArgumentException("address " + address + ": processes cannot connect to all addresses at once; name one");
		}
		if (!handshakeTimeout.isPositive() || !admissionTimeout.isPositive() || !getTimeout.isPositive() || bulkLimit < 0) {
			throw new IllegalArgumentException("limits of time must be positive, the one of bulk data not negative");
		}
	}

	/**
	 * What a launcher on one node wants: loopback, five seconds for a hello, 30 for the host's consent, two for a get, virtual
	 * threads for the host.
	 *
	 * @param identity  the server's own name
	 * @param hostname  the node's name
	 * @param directory where files go
	 * @return the options
	 */
	public static ServerOptions local(Proc identity, String hostname, Path directory) {
		return new ServerOptions(identity, hostname, directory, directory, Listener.LOOPBACK.getAddress(), Limits.DEFAULT,
				Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofSeconds(2), BULK_LIMIT,
				Executors.newVirtualThreadPerTaskExecutor());
	}
}
