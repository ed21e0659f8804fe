// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.handshake;

import org.pmix4j.wire.internal.codec.MalformedMessageException;

/**
 * Role of a peer according to its hello. The number on the wire is the ordinal.
 *
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_connection_hdlr.c"
 */
public enum HelloFlag {
	/** A process started by the server's host. */
	CLIENT,
	/** A tool of release 2.0. */
	LEGACY_TOOL,
	/** A launcher of release 2.0. */
	LEGACY_LAUNCHER,
	/** A tool started by the user; the server assigns its identity. */
	TOOL_NEEDS_ID,
	/** A tool with its own identity. */
	TOOL_GIVEN_ID,
	/** A tool started by a server's host, which assigned its identity. */
	TOOL_CLIENT,
	/** As {@link #TOOL_NEEDS_ID}, for a tool that starts processes. */
	LAUNCHER_NEEDS_ID,
	/** As {@link #TOOL_GIVEN_ID}, for a tool that starts processes. */
	LAUNCHER_GIVEN_ID,
	/** As {@link #TOOL_CLIENT}, for a tool that starts processes. */
	LAUNCHER_CLIENT,
	/** A program started without a launcher. */
	SINGLETON,
	/** A scheduler with its own identity. */
	SCHEDULER_GIVEN_ID;

	private static final HelloFlag[] ALL = values();

	/**
	 * @param code the number on the wire
	 * @return the flag
	 * @throws MalformedMessageException if no release defines the number
	 */
	public static HelloFlag of(int code) throws MalformedMessageException {
		if (code < 0 || code >= ALL.length) {
			throw new MalformedMessageException("hello has flag " + code + "; known are 0 to " + (ALL.length - 1));
		}
		return ALL[code];
	}

	/** @return the number on the wire */
	public int code() {
		return ordinal();
	}

	/** @return whether user and group id follow the flag */
	public boolean carriesUser() {
		return this != CLIENT;
	}

	/** @return whether namespace and rank are in the hello */
	public boolean carriesProc() {
		return switch (this) {
			case CLIENT, TOOL_GIVEN_ID, TOOL_CLIENT, LAUNCHER_GIVEN_ID, LAUNCHER_CLIENT, SINGLETON, SCHEDULER_GIVEN_ID -> true;
			case LEGACY_TOOL, LEGACY_LAUNCHER, TOOL_NEEDS_ID, LAUNCHER_NEEDS_ID -> false;
		};
	}

	/** @return whether the reply must assign an identity */
	public boolean needsId() {
		return this == TOOL_NEEDS_ID || this == LAUNCHER_NEEDS_ID;
	}

	/** @return whether the peer is a rank of a job, including a singleton, and not a tool */
	public boolean isClient() {
		return this == CLIENT || this == SINGLETON;
	}

	/** @return whether the peer starts processes itself */
	public boolean isLauncher() {
		return this == LEGACY_LAUNCHER || this == LAUNCHER_NEEDS_ID || this == LAUNCHER_GIVEN_ID || this == LAUNCHER_CLIENT;
	}
}
