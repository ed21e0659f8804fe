// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.Objects;

/**
 * Thrown when a PMIx operation fails. Carries the status that a C program would receive, so that callers can act on the code, and a message
 * for users.
 */
public class PmixException extends Exception {
	private static final long serialVersionUID = 1L;

	/** The code of the status, which unlike the status itself can be serialized. */
	private final int statusCode;

	/**
	 * Creates the failure of a request that the peer, or this library, has refused.
	 *
	 * @param status  status that a C caller would receive; never {@link Status#SUCCESS}
	 * @param message the attempted operation, the peer, and the remedy
	 */
	public PmixException(Status status, String message) {
		super(Objects.requireNonNull(message, "message"));
		this.statusCode = status.code();
	}

	/**
	 * Creates a failure that another exception has caused.
	 *
	 * @param status  status that a C caller would receive; never {@link Status#SUCCESS}
	 * @param message the attempted operation, the peer, and the remedy
	 * @param cause   cause of the failure
	 */
	public PmixException(Status status, String message, Throwable cause) {
		super(Objects.requireNonNull(message, "message"), cause);
		this.statusCode = status.code();
	}

	private PmixException(Status status, String message, boolean isTraced) {
		super(Objects.requireNonNull(message, "message"), null, isTraced, isTraced);
		this.statusCode = status.code();
	}

	/**
	 * {@return a failure without a stack trace} Its reason is that a server is silent or lost, not the code of the program: if no process of a
	 * job handles it, each prints one line, not a page.
	 *
	 * @param status  status that a C caller would receive; never {@link Status#SUCCESS}
	 * @param message the attempted operation, the peer, and the remedy
	 */
	public static PmixException ofServer(Status status, String message) {
		return new PmixException(status, message, false);
	}

	/** {@return the class, the status and the message} */
	@Override
	public String toString() {
		return getClass().getName() + ": " + status() + ": " + getMessage();
	}

	/** {@return the status that a C caller would receive} */
	public Status status() {
		return Status.of(statusCode);
	}
}
