// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.handshake;

/**
 * Layout of the group messages of a release. The C libraries do not check it, so a server must answer in the layout of the peer's release.
 */
public enum GroupForm {
	/** Before 4.0: no groups. */
	NONE,
	/** 4.0 to 4.2.3: the reply to construct has only the context id, and destruct does not list the members. */
	CONTEXT_ONLY,
	/** 4.2.4 to 5.x: the reply to construct has members and context id, and destruct lists the members. */
	MEMBERS,
	/** 6.0: as {@link #MEMBERS}, plus a flag for the presence of a context id. */
	CONTEXT_FLAG,
	/** From 6.1 on: as {@link #CONTEXT_FLAG}, plus the group's infos. */
	GROUP_INFOS
}
