// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.options;

/**
 * The purposes for which the peers of a server may occupy memory, with their shares of the heap: four fifths of it in total. The rest is
 * for the program itself and for messages that are being decoded.
 */
public enum MemoryShare {
	/** Hellos of connections that are not admitted yet; at most 16 MiB, because hellos are small. */
	DOORSTEP(2, 16 << 20, "connections not yet admitted"),
	/** Requests that are being received or have no reply yet. */
	REQUESTS(12, "requests in progress"),
	/** Data that processes have committed. */
	MODEX(12, "committed data"),
	/** Events kept for later registrations. */
	EVENTS(2, "events kept for later registrations"),
	/** Registrations for events. */
	REGISTRATIONS(1, "event registrations"),
	/** Named sets of processes. */
	PROCESS_SETS(1, "process sets"),
	/** Published data, which the host keeps. */
	PUBLISHED(4, "published data"),
	/** Jobs, their ranks and the files that place them, which the host keeps. */
	JOBS(10, "jobs"),
	/** Messages that wait to be sent. */
	OUTGOING(7, "messages to be sent"),
	/** Output that waits for processes that follow it, such as tools; at most 8 MiB, because later output is more interesting. */
	FOLLOWED(1, 8 << 20, "output that followers have not read");

	private static final int WHOLE = 64;
	/** The fraction of a limit that only small amounts may use. */
	private static final int RESERVED = 8;
	/** The fraction of a limit that is a small amount. */
	private static final int SMALL = 256;

	private final int parts;
	private final long most;
	private final String purpose;

	MemoryShare(int parts, String purpose) {
		this(parts, Long.MAX_VALUE, purpose);
	}

	MemoryShare(int parts, long most, String purpose) {
		this.parts = parts;
		this.most = most;
		this.purpose = purpose;
	}

	/**
	 * {@return the limit for this purpose, in bytes}
	 *
	 * @param memory the heap, in bytes
	 */
	public long of(long memory) {
		return Math.min(most, memory / WHOLE * parts);
	}

	/**
	 * {@return whether a holder may have more: at most as much as is left for the others, and small amounts as long as there are any}
	 *
	 * @param limit of all holders together, in bytes
	 * @param used  bytes that all holders have
	 * @param held  bytes that this one has
	 * @param more  bytes that it wants in addition
	 */
	public static boolean hasRoom(long limit, long used, long held, long more) {
		long free = limit - used - more;
		long after = held + more;
		return free >= 0 && (after <= small(limit) || after <= free - reserved(limit));
	}

	/**
	 * {@return the bytes that only small amounts may use}
	 *
	 * @param limit of all holders together, in bytes
	 */
	public static long reserved(long limit) {
		return limit / RESERVED;
	}

	/**
	 * {@return the bytes that are a small amount}
	 *
	 * @param limit of all holders together, in bytes
	 */
	public static long small(long limit) {
		return limit / SMALL;
	}

	/** {@return the purpose, for messages} */
	public String purpose() {
		return purpose;
	}
}
