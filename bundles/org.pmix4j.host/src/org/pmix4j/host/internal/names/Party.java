// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.names;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.IdentityAttributes;

/**
 * Who publishes or asks, as the server has checked it. Immutable.
 *
 * @param proc which process
 * @param uid  its effective user id, unsigned
 * @param gid  its effective group id, unsigned
 */
record Party(Proc proc, int uid, int gid) {
	/** No user and no group has this id. */
	private static final int NOBODY = -1;

	/** Reads what the server has added to a request. */
	static Party of(Proc proc, Infos infos) throws PmixException {
		return new Party(proc, infos.get(IdentityAttributes.USERID).orElse(NOBODY), infos.get(IdentityAttributes.GRPID).orElse(NOBODY));
	}

	/**
	 * Whether another process is as near as a range says. A local host is one node and one session, so whoever is here is on the same
	 * node.
	 */
	boolean reaches(Proc other, Reach reach) {
		return switch (reach) {
			case NOBODY -> false;
			case SELF -> other.equals(proc);
			case NAMESPACE -> other.nspace().equals(proc.nspace());
			case ALL -> true;
		};
	}
}
