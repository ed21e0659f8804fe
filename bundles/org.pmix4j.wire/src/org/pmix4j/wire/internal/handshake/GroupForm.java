// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.handshake;

/** How a release writes the messages about groups. The C libraries do not check; whoever answers has to. */
public enum GroupForm {
	/** Before 4.0: knows no groups. */
	NONE,
	/** 4.0 to 4.2.3: construct is answered with the context id alone, destruct does not name the members. */
	CONTEXT_ONLY,
	/** 4.2.4 to 5.x: construct is answered with members and context id, destruct names the members. */
	MEMBERS,
	/** 6.0: as before, and a flag tells whether there is a context id. */
	CONTEXT_FLAG,
	/** From 6.1 on: as before, and the group's infos follow. */
	GROUP_INFOS
}
