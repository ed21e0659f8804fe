// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import java.util.Optional;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/**
 * The result of a get: the value, or one of the expected reasons for its absence. An unexpected failure, such as a lost server,
 * is a {@link PmixException} instead.
 *
 * @param <T> Java type of the value
 */
public sealed interface GetResult<T> {
	/**
	 * The value was found.
	 *
	 * @param <T>  Java type of the value
	 * @param what the value
	 */
	record Found<T>(T what) implements GetResult<T> {
	}

	/**
	 * The value does not exist, or is not visible to this process.
	 *
	 * @param <T>    Java type of the value
	 * @param status {@code ERR_NOT_FOUND}, or a more exact status of the server
	 * @param asked  key and process of the get, for messages
	 */
	record NotFound<T>(Status status, String asked) implements GetResult<T> {
	}

	/**
	 * The value was not provided in time; it may be later.
	 *
	 * @param <T>   Java type of the value
	 * @param asked key and process of the get, for messages
	 */
	record TimedOut<T>(String asked) implements GetResult<T> {
	}

	/** {@return the value; empty if it was not found or not provided in time} */
	default Optional<T> value() {
		return this instanceof Found<T> found ? Optional.of(found.what()) : Optional.empty();
	}

	/** {@return the status that PMIx_Get returns to a C program} */
	default Status status() {
		return switch (this) {
			case Found<T> found -> Status.SUCCESS;
			case NotFound<T> missing -> missing.status();
			case TimedOut<T> late -> Status.ERR_TIMEOUT;
		};
	}

	/**
	 * {@return the value, or the other}
	 *
	 * @param other the result if there is no value
	 */
	default T orElse(T other) {
		return value().orElse(other);
	}

	/**
	 * Returns a value that must exist.
	 *
	 * @return the value
	 * @throws PmixException {@code ERR_NOT_FOUND} or {@code ERR_TIMEOUT} if there is no value; the message names key and process
	 */
	default T orElseThrow() throws PmixException {
		return switch (this) {
			case Found<T> found -> found.what();
			case NotFound<T> missing -> throw new PmixException(missing.status(), missing.asked() + " was not found");
			case TimedOut<T> late -> throw new PmixException(Status.ERR_TIMEOUT, late.asked() + " was not provided in time");
		};
	}
}
