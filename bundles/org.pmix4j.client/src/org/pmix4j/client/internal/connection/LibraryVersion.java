// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.connection;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.handshake.PeerVersion;

/** The version of this library and the releases of OpenPMIx whose protocol it speaks. Stateless. */
public final class LibraryVersion {
	/** The newest release whose messages are supported; a server may send a newer client messages of an unknown form. */
	static final PeerVersion NEWEST = PeerVersion.parse("6.1.0");
	private static final String OWN = "0.1.0";

	private LibraryVersion() {
	}

	/**
	 * Refuses servers that are too old.
	 *
	 * @param server release of the server
	 * @param role   of this process, for the message
	 * @throws PmixException NOT_SUPPORTED if it is before release 3.2
	 */
	public static void requireSupported(PeerVersion server, String role) throws PmixException {
		if (!server.isAcceptedByClients()) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, "the PMIx server has release " + server + ", but this " + role
					+ ", which supports releases 3.2 to 6.1, requires 3.2 or newer");
		}
	}

	/** @return for people, such as "PMIx4J 0.1.0 (protocol of OpenPMIx 3.2 to 6.1.0)" */
	public static String text() {
		return "PMIx4J " + OWN + " (protocol of OpenPMIx 3.2 to " + NEWEST + ")";
	}
}
