// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.options;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.attributes.ServerAttributes;

/**
 * Roles of a server; it may have several. Most are announced by files in which tools find the server.
 *
 * @see "PMIx Standard, chapter Server-Specific Interfaces, Server Initialization Attributes"
 */
public enum ServerRole {
	/** Tools may find it by its process id or namespace. */
	TOOL_SUPPORT(ServerAttributes.SERVER_TOOL_SUPPORT),
	/** The server of a session, found by tools that look for any server of the user. */
	SESSION(ServerAttributes.SERVER_SESSION_SUPPORT),
	/** The system server, one per node. */
	SYSTEM(ServerAttributes.SERVER_SYSTEM_SUPPORT),
	/** The scheduler's server, one per node. */
	SCHEDULER(ServerAttributes.SERVER_SCHEDULER),
	/** The system controller's server, one per node. */
	SYSTEM_CONTROLLER(ServerAttributes.SERVER_SYS_CONTROLLER),
	/**
	 * A gateway, which offers what servers of compute nodes cannot: it logs to its own output, and by other channels such as mail through
	 * its host.
	 */
	GATEWAY(ServerAttributes.SERVER_GATEWAY);

	private final Attribute<Boolean> attribute;

	ServerRole(Attribute<Boolean> attribute) {
		this.attribute = attribute;
	}

	/** {@return the attribute with which a host requests this role} */
	public Attribute<Boolean> attribute() {
		return attribute;
	}
}
