// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.names;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.IdentityAttributes;

/**
 * A publisher or reader, as the server has checked it. Immutable.
 *
 * @param proc the process
 * @param uid  its effective user id, unsigned
 * @param gid  its effective group id, unsigned
 */
record Party(Proc proc, int uid, int gid) {
	/** The id of no user and no group. */
	private static final int NOBODY = -1;

	/** Reads the ids that the server has added to a request. */
	static Party of(Proc proc, Infos infos) throws PmixException {
		return new Party(proc, infos.get(IdentityAttributes.USERID).orElse(NOBODY), infos.get(IdentityAttributes.GRPID).orElse(NOBODY));
	}

	/**
	 * Returns whether another process is within a range of this one. A local host is one node and one session, so both are on the same
	 * node.
	 */
	boolean reaches(Proc other, PublishRange reach) {
		return switch (reach) {
			case NOBODY -> false;
			case SELF -> other.equals(proc);
			case NAMESPACE -> other.nspace().equals(proc.nspace());
			case ALL -> true;
		};
	}
}
