// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/** Turns futures that a loop completes into blocking calls, and into futures for users. Stateless. */
public final class Futures {
	private Futures() {
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
	public static <T> T await(CompletableFuture<T> future, Duration limit) throws PmixException {
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

	/**
	 * Converts a future that a loop completes to one that a public method returns. Dependent actions run on an executor, never on the loop, so
	 * that they may block and may close the loop's owner.
	 *
	 * @param <T>      kind of the result
	 * @param future   completes on a loop
	 * @param executor runs the completion; a virtual thread replaces it if it rejects the task
	 * @return completes in the same way on the executor; complete already if the future is
	 */
	public static <T> CompletableFuture<T> async(CompletableFuture<T> future, Executor executor) {
		CompletableFuture<T> result = new CompletableFuture<>();
		boolean ready = future.isDone();
		future.whenComplete((value, error) -> {
			Runnable completion = () -> {
				if (error == null) {
					result.complete(value);
				} else {
					result.completeExceptionally(error);
				}
			};
			if (ready) {
				completion.run();
			} else {
				run(completion, executor);
			}
		});
		return result;
	}

	private static void run(Runnable completion, Executor executor) {
		try {
			executor.execute(completion);
		} catch (RejectedExecutionException e) {
			Thread.startVirtualThread(completion);
		}
	}
}
