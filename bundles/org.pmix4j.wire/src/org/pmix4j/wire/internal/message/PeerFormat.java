// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.handshake.GroupForm;
import org.pmix4j.wire.internal.handshake.PeerVersion;

/**
 * How messages to and from one peer look: settled by the handshake, the same in both directions. The C library knows no
 * version in its message formats, so each release reads and writes its own; we read and write the peer's.
 *
 * @param encoding how values are packed
 * @param version  the peer's release
 * @param limits   what is taken from it
 */
public record PeerFormat(Encoding encoding, PeerVersion version, Limits limits) {

	/** Whether messages about groups name the members. */
	boolean groupsNameMembers() {
		return switch (version.groupForm()) {
			case NONE, CONTEXT_ONLY -> false;
			case MEMBERS, CONTEXT_FLAG, GROUP_INFOS -> true;
		};
	}

	/** Whether a flag tells if a group has a context id. */
	boolean groupsFlagContext() {
		return version.groupForm() == GroupForm.CONTEXT_FLAG || groupsHaveInfos();
	}

	/** Whether the infos of a group are told. */
	boolean groupsHaveInfos() {
		return version.groupForm() == GroupForm.GROUP_INFOS;
	}
}
