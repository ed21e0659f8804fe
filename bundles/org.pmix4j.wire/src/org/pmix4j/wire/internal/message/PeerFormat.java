// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import org.jspecify.annotations.Nullable;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.handshake.GroupForm;
import org.pmix4j.wire.internal.handshake.PeerVersion;

/**
 * Format of the messages to and from one peer; settled by the handshake and the same in both directions. Message formats of the C library
 * have no version number: each release uses its own, and this side adapts to the peer's.
 *
 * @param encoding how values are packed
 * @param version  the peer's release
 * @param limits   bounds on messages of the peer
 */
public record PeerFormat(Encoding encoding, PeerVersion version, Limits limits) {

	/** Written out for a fast start, as in {@link org.pmix4j.model.Rank}: messages to several peers are looked up by their format. */
	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof PeerFormat same && same.encoding.equals(encoding) && same.version.equals(version)
				&& (same.limits == limits || same.limits.equals(limits));
	}

	@Override
	public int hashCode() {
		return 31 * encoding.hashCode() + version.hashCode();
	}

	/** Returns whether group messages list the members. */
	boolean groupsNameMembers() {
		return switch (version.groupForm()) {
			case NONE, CONTEXT_ONLY -> false;
			case MEMBERS, CONTEXT_FLAG, GROUP_INFOS -> true;
		};
	}

	/** Returns whether a flag marks a group with a context id. */
	boolean groupsFlagContext() {
		return version.groupForm() == GroupForm.CONTEXT_FLAG || groupsHaveInfos();
	}

	/** Returns whether group replies include the group's infos. */
	boolean groupsHaveInfos() {
		return version.groupForm() == GroupForm.GROUP_INFOS;
	}
}
