// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * The way of a program's call to the loop and of its result back. Thread-safe; owned by the client.
 */
public final class ClientCalls {
	private static final Logger LOG = System.getLogger(ClientCalls.class.getName());
	/** Every operation has a limit on the loop. This one is only for a loop that hangs, so it is longer than any. */
	private static final Duration LOOP_HANGS = Duration.ofDays(1);

	private final EventLoop loop;
	private final Executor executor;
	private volatile boolean closed;

	/**
	 * @param loop     the client's
	 * @param executor completes the futures that the program gets
	 */
	public ClientCalls(EventLoop loop, Executor executor) {
		this.loop = loop;
		this.executor = executor;
	}

	/** From now on calls fail with {@code ERR_INIT}. */
	public void close() {
		closed = true;
	}

	/** @return whether calls are taken */
	public boolean isOpen() {
		return !closed;
	}

	/**
	 * Runs an operation and waits for it. Not on the loop and not in an event handler.
	 *
	 * @param <T>       kind of the result
	 * @param operation is run on the loop
	 * @return its result
	 * @throws PmixException         what it failed with
	 * @throws IllegalStateException on the loop or in an event handler, at once
	 */
	public <T> T block(Supplier<CompletableFuture<T>> operation) throws PmixException {
		requireOutside();
		return loop.await(run(operation), LOOP_HANGS);
	}

	/**
	 * Refuses a blocking call where it would wait for itself.
	 *
	 * @throws IllegalStateException on the loop or in an event handler, at once
	 */
	public void requireOutside() {
		Callbacks.requireOutside();
		if (loop.inLoop()) {
			throw new IllegalStateException("blocking call on the loop " + loop.name() + "; use the asynchronous call");
		}
	}

	/**
	 * Runs an operation.
	 *
	 * @param <T>       kind of the result
	 * @param operation is run on the loop
	 * @return its result; completed on the executor, so that what the program does with it does not hold up the loop
	 */
	public <T> CompletableFuture<T> start(Supplier<CompletableFuture<T>> operation) {
		CompletableFuture<T> result = new CompletableFuture<>();
		run(operation).whenCompleteAsync((value, failure) -> {
			if (failure == null) {
				result.complete(value);
			} else {
				result.completeExceptionally(Replies.failure(failure));
			}
		}, executor);
		return result;
	}

	/**
	 * Runs something on the loop, if it still runs.
	 *
	 * @param task what to run
	 */
	public void post(Runnable task) {
		try {
			loop.execute(task);
		} catch (RejectedExecutionException ended) {
			LOG.log(Level.DEBUG, "Too late: the client is closed", ended);
		}
	}

	private <T> CompletableFuture<T> run(Supplier<CompletableFuture<T>> operation) {
		CompletableFuture<T> result = new CompletableFuture<>();
		if (closed) {
			result.completeExceptionally(closedException());
			return result;
		}
		try {
			loop.execute(() -> operation.get().whenComplete((value, failure) -> {
				if (failure == null) {
					result.complete(value);
				} else {
					result.completeExceptionally(failure);
				}
			}));
		} catch (RejectedExecutionException ended) {
			result.completeExceptionally(closedException());
		}
		return result;
	}

	private static PmixException closedException() {
		return new PmixException(Status.ERR_INIT, "this client is closed");
	}
}
