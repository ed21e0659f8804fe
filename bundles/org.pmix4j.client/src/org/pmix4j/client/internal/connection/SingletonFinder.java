// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.connection;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.handshake.ServerOwner;

/**
 * Finds the server in environment variables or, if no launcher has set any, makes this process a singleton: a job by itself, without a
 * server. Immutable.
 *
 * @see "OpenPMIx src/client/pmix_client.c, PMIx_Init"
 */
public final class SingletonFinder implements ServerContact.Finder {
	private static final PeerLog LOG = PeerLog.of(SingletonFinder.class);
	private static final Path KERNEL_NAME = Path.of("/proc/sys/kernel/hostname");
	private static final String UNKNOWN_HOST = "localhost";

	private final Map<String, String> environment;

	/** @param environment the variables with which this process was started */
	public SingletonFinder(Map<String, String> environment) {
		this.environment = Map.copyOf(environment);
	}

	@Override
	public ServerContact find() throws PmixException {
		return environment.containsKey("PMIX_NAMESPACE") ? new EnvironmentFinder(environment).find() : singleton();
	}

	private static ServerContact singleton() {
		String hostname = hostname();
		Proc self = Proc.of("singleton." + hostname + "." + ProcessHandle.current().pid(), 0);
		return new ServerContact(Optional.of(self), self, InetSocketAddress.createUnresolved(hostname, ServerContact.NO_PORT),
				LibraryVersion.NEWEST, new Encoding(Dialect.V61, false), EnvironmentFinder.PSEC_NONE, hostname,
				ServerOwner.THIS_USER);
	}

	private static String hostname() {
		try {
			return Files.readString(KERNEL_NAME).strip();
		} catch (IOException unknown) {
			LOG.log(Level.DEBUG, "The name of this node is unknown", unknown);
			return UNKNOWN_HOST;
		}
	}
}
