// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.connection;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.wire.internal.handshake.PeerVersion;

/** The version of this library and the releases of OpenPMIx whose protocol it speaks. Stateless. */
public final class LibraryVersion {
	/** The newest release whose messages are supported; a server may send a newer client messages of an unknown form. */
	static final PeerVersion NEWEST = PeerVersion.parse("6.1.0");
	private static final String OWN = "0.1.0";
	/** The stable and the provisional interface of the Standard that this client has, as OpenPMIx 5; release 4.2 promises none. */
	private static final PmixValue INTERFACE = new PmixValue.Str("5.0");

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

	/**
	 * @param key of a query
	 * @return the version of the interface of the Standard, if the key requests it
	 */
	public static Optional<PmixValue> answer(String key) {
		return key.equals(QueryAttributes.QUERY_STABLE_ABI_VERSION.key()) || key.equals(QueryAttributes.QUERY_PROVISIONAL_ABI_VERSION.key())
				? Optional.of(INTERFACE) : Optional.empty();
	}

	/**
	 * Answers queries for a process that has opened no client and no tool.
	 *
	 * @param queries the queries
	 * @return the answers
	 * @throws PmixException ERR_INIT if a key requests anything else, ERR_BAD_PARAM if there is no key
	 */
	public static Infos answers(List<Query> queries) throws PmixException {
		List<Info> answers = new ArrayList<>();
		for (Query query : queries) {
			for (String key : query.keys()) {
				answers.add(Info.of(key, answer(key).orElseThrow(() -> new PmixException(Status.ERR_INIT,
						"only an open client or tool can query " + key + "; without one, only versions of the interface are known"))));
			}
		}
		if (answers.isEmpty()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "query without a key");
		}
		return new Infos(answers);
	}
}
