// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

/**
 * Why a connection ended.
 *
 * @param kind   to act upon
 * @param detail for people: what was wrong, and what it was about
 */
public record CloseReason(Kind kind, String detail) {
	/** Who ended the connection. */
	public enum Kind {
		/** This side was done with it. */
		DONE,
		/** The other end closed it in order, or its process ended. */
		END_OF_STREAM,
		/** The network, or a reset by the other end. */
		BROKEN,
		/** The other end was lost in the middle of a message. */
		TRUNCATED,
		/** The other end sent bytes that break the protocol. */
		MALFORMED,
		/** This side, or the other, did not accept the hello. */
		REFUSED,
		/** The other end was silent where the protocol has it speak. */
		SILENT,
		/** The other end did not read for too long. */
		SLOW_READER,
		/** This side needed its place for others. */
		NO_ROOM,
		/** A mistake in this program; the log has it. */
		INTERNAL,
		/** The loop was closed. */
		LOOP_ENDED
	}

	/** This side was done with it. */
	public static final CloseReason DONE = new CloseReason(Kind.DONE, "closed by this side");
	/** The other end closed it. */
	public static final CloseReason END_OF_STREAM = new CloseReason(Kind.END_OF_STREAM, "closed by the other end");

	/**
	 * @param what the other end was about to send
	 * @return this, or if it was the other end that was lost, that this came in the middle of something
	 */
	public CloseReason inside(String what) {
		return kind == Kind.END_OF_STREAM || kind == Kind.BROKEN ? new CloseReason(Kind.TRUNCATED, detail + " inside " + what) : this;
	}

	@Override
	public String toString() {
		return kind + ": " + detail;
	}
}
