// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.options;

import java.util.Optional;

import org.pmix4j.wire.internal.handshake.ProcessUser;

/**
 * Under which user and group this process runs, as the kernel says. Immutable.
 *
 * @param uid the effective user id
 * @param gid the effective group id
 */
public record OwnUser(int uid, int gid) {
	/** @return the user of this process; empty where the file system does not tell */
	public static Optional<OwnUser> ofThisProcess() {
		return ProcessUser.ids().map(ids -> new OwnUser(ids.uid(), ids.gid()));
	}
}
