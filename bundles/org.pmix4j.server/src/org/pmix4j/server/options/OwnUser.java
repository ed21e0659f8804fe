// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.options;

import java.util.Optional;

import org.pmix4j.wire.internal.handshake.ProcessUser;

/**
 * Effective user and group of this process according to the kernel. Immutable.
 *
 * @param uid the effective user id
 * @param gid the effective group id
 */
public record OwnUser(int uid, int gid) {
	/** {@return the user and group of this process; empty if the file system does not provide them} */
	public static Optional<OwnUser> ofThisProcess() {
		return ProcessUser.ids().map(ids -> new OwnUser(ids.uid(), ids.gid()));
	}
}
