// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.attributes;

import java.util.Optional;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;

/**
 * The directives of a get that choose a realm, and a certain node, application, or session in it. Immutable.
 *
 * @param realm   the realm; empty if no directive names one, so that the key decides
 * @param host    the name of the node, if given
 * @param node    the number of the node, if given
 * @param app     the number of the application, if given
 * @param session the number of the session, if given
 * @see "PMIx Standard, chapter Job Management and Reporting, PMIX_JOB_INFO, PMIX_NODE_INFO, PMIX_APP_INFO, PMIX_SESSION_INFO"
 */
public record RealmDirectives(Optional<KeyRealm> realm, Optional<String> host, Optional<Integer> node, Optional<Integer> app,
		Optional<Integer> session) {
	/**
	 * Reads the directives. If several realms are named, the first in the order job, node, application, session counts.
	 *
	 * @param infos directives of a get; others are ignored
	 * @return the directives about the realm
	 * @throws PmixException BAD_PARAM if one has the wrong type
	 */
	public static RealmDirectives of(Infos infos) throws PmixException {
		return new RealmDirectives(realm(infos), infos.get(NodeAttributes.HOSTNAME), infos.get(NodeAttributes.NODEID),
				infos.get(AppAttributes.APPNUM), infos.get(SessionAttributes.SESSION_ID));
	}

	private static Optional<KeyRealm> realm(Infos infos) throws PmixException {
		if (infos.isTrue(LevelAttributes.JOB_INFO)) {
			return Optional.of(KeyRealm.JOB);
		}
		if (infos.isTrue(LevelAttributes.NODE_INFO)) {
			return Optional.of(KeyRealm.NODE);
		}
		if (infos.isTrue(LevelAttributes.APP_INFO)) {
			return Optional.of(KeyRealm.APP);
		}
		return infos.isTrue(LevelAttributes.SESSION_INFO) ? Optional.of(KeyRealm.SESSION) : Optional.empty();
	}

	/**
	 * {@return the realm that the get is about}
	 *
	 * @param key the key of the get
	 */
	public KeyRealm realmOf(String key) {
		return realm.orElseGet(() -> KeyRealm.of(key));
	}

	/** {@return whether a certain node, application, or session is named; otherwise the one of the named process is meant} */
	public boolean namesInstance() {
		return host.isPresent() || node.isPresent() || app.isPresent() || session.isPresent();
	}
}
