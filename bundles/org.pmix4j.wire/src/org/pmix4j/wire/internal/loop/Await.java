// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/** Turns futures into blocking calls. Stateless. */
public final class Await {
	private Await() {
	}

	/**
	 * Waits for a result.
	 *
	 * @param <T>    type of the result
	 * @param future completed elsewhere
	 * @param limit  longest time to wait
	 * @return the result
	 * @throws PmixException as for {@link EventLoop#await}; created here, so that its stack trace shows the caller, unless it has none
	 */
	public static <T> T result(CompletableFuture<T> future, Duration limit) throws PmixException {
		try {
			return future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
		} catch (TimeoutException late) {
			throw new PmixException(Status.ERR_TIMEOUT, "no result within " + limit.toMillis() + " ms", late);
		} catch (InterruptedException stop) {
			Thread.currentThread().interrupt();
			throw new PmixException(Status.ERR_TIMEOUT, "interrupted while waiting for a result", stop);
		} catch (CancellationException dropped) {
			throw new PmixException(Status.ERROR, "canceled", dropped);
		} catch (ExecutionException failure) {
			throw failure(failure);
		}
	}

	/**
	 * @param thrown failure of a future, possibly wrapped
	 * @return the exception that a blocking call throws for it
	 */
	public static PmixException failure(Throwable thrown) {
		Throwable cause = thrown;
		while ((cause instanceof ExecutionException || cause instanceof CompletionException) && cause.getCause() != null) {
			cause = cause.getCause();
		}
		if (cause instanceof PmixException untraced && untraced.getStackTrace().length == 0) {
			return untraced;
		}
		Status status = cause instanceof PmixException known ? known.status() : Status.ERROR;
		String message = cause.getMessage();
		return new PmixException(status, message == null ? cause.toString() : message, cause);
	}
}
