// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.frame;

/**
 * The tags with a fixed meaning. A tag is an unsigned 32-bit number; those from {@link #FIRST_DYNAMIC} on pair a reply
 * with its request.
 *
 * @see "OpenPMIx src/mca/ptl/ptl_types.h"
 */
public final class Tag {
	/** An event, server to client. */
	public static final int NOTIFY = 0;
	/** A sign of life without payload, client to server. */
	public static final int HEARTBEAT = 1;
	/** Forwarded standard input, output or error, both directions. */
	public static final int IOF = 2;
	/** The lowest tag that a requester may pick. */
	public static final int FIRST_DYNAMIC = 100;
	/** Stands for any tag; the hello carries it. */
	public static final int WILDCARD = 0xffffffff;

	private Tag() {
	}

	/**
	 * @param tag any tag
	 * @return whether it pairs a reply with a request
	 */
	public static boolean isDynamic(int tag) {
		return tag != WILDCARD && Integer.compareUnsigned(tag, FIRST_DYNAMIC) >= 0;
	}

	/**
	 * @param tag any tag
	 * @return its name, or the unsigned number
	 */
	public static String toString(int tag) {
		return switch (tag) {
			case NOTIFY -> "NOTIFY";
			case HEARTBEAT -> "HEARTBEAT";
			case IOF -> "IOF";
			case WILDCARD -> "WILDCARD";
			default -> Integer.toUnsignedString(tag);
		};
	}
}
