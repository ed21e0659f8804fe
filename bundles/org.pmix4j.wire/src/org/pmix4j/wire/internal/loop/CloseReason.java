// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

/**
 * The reason why a connection was closed.
 *
 * @param kind   kind of reason, for the program
 * @param detail description for people: what happened, and to which connection
 */
public record CloseReason(Kind kind, String detail) {
	/** Kind of reason. */
	public enum Kind {
		/** This side no longer needed the connection. */
		DONE,
		/** The other end closed the connection in an orderly way, or its process ended. */
		END_OF_STREAM,
		/** The network failed, or the other end reset the connection. */
		BROKEN,
		/** The connection was lost in the middle of a message. */
		TRUNCATED,
		/** The other end violated the protocol. */
		MALFORMED,
		/** One side rejected the hello. */
		REFUSED,
		/** The other end did not send what the protocol requires within the limit. */
		SILENT,
		/** The other end did not read for too long. */
		SLOW_READER,
		/** This side needed the connection's place for others. */
		NO_ROOM,
		/** A programming error on this side; the log has the details. */
		INTERNAL,
		/** The loop was closed. */
		LOOP_ENDED
	}

	/** This side no longer needed the connection. */
	public static final CloseReason DONE = new CloseReason(Kind.DONE, "closed by this side");
	/** The other end closed the connection. */
	public static final CloseReason END_OF_STREAM = new CloseReason(Kind.END_OF_STREAM, "closed by the other end");

	/**
	 * @param what the message that the other end was sending
	 * @return {@link Kind#TRUNCATED} inside that message if the connection was lost, otherwise this reason
	 */
	public CloseReason inside(String what) {
		return kind == Kind.END_OF_STREAM || kind == Kind.BROKEN ? new CloseReason(Kind.TRUNCATED, detail + " inside " + what) : this;
	}

	@Override
	public String toString() {
		return kind + ": " + detail;
	}
}
