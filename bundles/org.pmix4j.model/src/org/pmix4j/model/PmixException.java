// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.Objects;

/**
 * An operation of PMIx that failed. Carries the status that a C program would have got, so that a caller can act on
 * the code and a user can read the message.
 */
public class PmixException extends Exception {
	private static final long serialVersionUID = 1L;

	private final int statusCode;

	/**
	 * @param status  what a C caller would have been given; never {@link Status#SUCCESS}
	 * @param message what was attempted, with whom, and what to do about it
	 */
	public PmixException(Status status, String message) {
		super(Objects.requireNonNull(message, "message"));
		this.statusCode = status.code();
	}

	/**
	 * @param status  what a C caller would have been given; never {@link Status#SUCCESS}
	 * @param message what was attempted, with whom, and what to do about it
	 * @param cause   what brought it about
	 */
	public PmixException(Status status, String message, Throwable cause) {
		super(Objects.requireNonNull(message, "message"), cause);
		this.statusCode = status.code();
	}

	/** @return the status that a C caller would have been given */
	public Status status() {
		return Status.of(statusCode);
	}
}
