// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import java.util.Optional;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/**
 * What came of asking for a value: it was found, or it was not for one of the reasons that a program must expect. What it
 * need not expect, such as a lost server, is a {@link PmixException} instead.
 *
 * @param <T> Java type of the value
 */
public sealed interface GetResult<T> {
	/**
	 * The value is there.
	 *
	 * @param <T>  Java type of the value
	 * @param what the value
	 */
	record Found<T>(T what) implements GetResult<T> {
	}

	/**
	 * There is no such value, or this process may not see it.
	 *
	 * @param <T>    Java type of the value
	 * @param status {@code ERR_NOT_FOUND}, or which kind of it the server says
	 * @param asked  what was asked for, for messages
	 */
	record NotFound<T>(Status status, String asked) implements GetResult<T> {
	}

	/**
	 * It did not turn up in time. It may do so later.
	 *
	 * @param <T>   Java type of the value
	 * @param asked what was asked for, for messages
	 */
	record TimedOut<T>(String asked) implements GetResult<T> {
	}

	/** @return the value; empty if it was not found or did not come in time */
	default Optional<T> value() {
		return this instanceof Found<T> found ? Optional.of(found.what()) : Optional.empty();
	}

	/** @return what a C program would have been told */
	default Status status() {
		return switch (this) {
			case Found<T> found -> Status.SUCCESS;
			case NotFound<T> missing -> missing.status();
			case TimedOut<T> late -> Status.ERR_TIMEOUT;
		};
	}

	/**
	 * @param other stands in for a value that is not there
	 * @return the value, or the other
	 */
	default T orElse(T other) {
		return value().orElse(other);
	}

	/**
	 * For values that must be there.
	 *
	 * @return the value
	 * @throws PmixException {@code ERR_NOT_FOUND} or {@code ERR_TIMEOUT} if it is not; the message names what was asked for
	 */
	default T orElseThrow() throws PmixException {
		return switch (this) {
			case Found<T> found -> found.what();
			case NotFound<T> missing -> throw new PmixException(missing.status(), missing.asked() + " is not known");
			case TimedOut<T> late -> throw new PmixException(Status.ERR_TIMEOUT, late.asked() + " did not come in time");
		};
	}
}
