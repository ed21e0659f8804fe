// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.frame;

/**
 * Tags with a fixed meaning. A tag is an unsigned 32-bit number; a request picks one from {@link #FIRST_DYNAMIC} on, and its reply carries
 * the same tag.
 *
 * @see "OpenPMIx src/mca/ptl/ptl_types.h"
 */
public final class Tag {
	/** An event, from server to client. */
	public static final int NOTIFY = 0;
	/** A heartbeat without payload, from client to server. */
	public static final int HEARTBEAT = 1;
	/** Forwarded standard input, output or error, in both directions. */
	public static final int IOF = 2;
	/** The deletion of a key, from server to client, since 7.0. */
	public static final int DATA_DELETE = 4;
	/** The lowest tag that a request may use. */
	public static final int FIRST_DYNAMIC = 100;
	/**
	 * The lowest tag of requests from the end that has accepted the connection, if both ends send requests: far from those of the other end,
	 * which counts from {@link #FIRST_DYNAMIC} on.
	 */
	public static final int FIRST_OF_ACCEPTOR = 0x4000_0000;
	/** Matches any tag; used by the hello. */
	public static final int WILDCARD = 0xffffffff;

	private Tag() {
	}

	/**
	 * @param tag a tag
	 * @return whether the tag pairs a reply with its request
	 */
	public static boolean isDynamic(int tag) {
		return tag != WILDCARD && Integer.compareUnsigned(tag, FIRST_DYNAMIC) >= 0;
	}

	/**
	 * @param tag of a message that the end receives that has accepted the connection
	 * @return whether it comes from a server: a reply to a request of this end, an event or output
	 */
	public static boolean isForRequestingAcceptor(int tag) {
		return tag == NOTIFY || tag == IOF || isDynamic(tag) && Integer.compareUnsigned(tag, FIRST_OF_ACCEPTOR) >= 0;
	}

	/**
	 * @param tag a tag
	 * @return its name, or its unsigned value
	 */
	public static String toString(int tag) {
		return switch (tag) {
			case NOTIFY -> "NOTIFY";
			case HEARTBEAT -> "HEARTBEAT";
			case IOF -> "IOF";
			case DATA_DELETE -> "DATA_DELETE";
			case WILDCARD -> "WILDCARD";
			default -> Integer.toUnsignedString(tag);
		};
	}
}
