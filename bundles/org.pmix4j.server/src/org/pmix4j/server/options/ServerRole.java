// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.options;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.attributes.ServerAttributes;

/**
 * What a server is for others; it may be several things at once. Most of them are announced by files in which tools find it.
 *
 * @see "PMIx Standard, chapter Server-Specific Interfaces, Server Initialization Attributes"
 */
public enum ServerRole {
	/** Tools may look for it by its process or its namespace. */
	TOOL_SUPPORT(ServerAttributes.SERVER_TOOL_SUPPORT),
	/** The server of a session: tools that look for any server of the user find it. */
	SESSION(ServerAttributes.SERVER_SESSION_SUPPORT),
	/** The server of the node, of which there is one. */
	SYSTEM(ServerAttributes.SERVER_SYSTEM_SUPPORT),
	/** The server of the scheduler, of which there is one on a node. */
	SCHEDULER(ServerAttributes.SERVER_SCHEDULER),
	/** The server of the system's controller, of which there is one on a node. */
	SYSTEM_CONTROLLER(ServerAttributes.SERVER_SYS_CONTROLLER),
	/** It does what servers of compute nodes cannot: what is logged to output goes to its own, and the rest, such as mail, to its host. */
	GATEWAY(ServerAttributes.SERVER_GATEWAY);

	private final Attribute<Boolean> attribute;

	ServerRole(Attribute<Boolean> attribute) {
		this.attribute = attribute;
	}

	/** @return the attribute by which a host asks for it */
	public Attribute<Boolean> attribute() {
		return attribute;
	}
}
