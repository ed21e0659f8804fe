// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.call;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.pmix4j.client.internal.connection.Replies;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Runs calls of the program on the loop and returns their results. Owned by a session; ends with it. Thread-safe.
 *
 * <p> A blocking call waits on the thread of the program. The future of an asynchronous call completes on the executor of the options,
 * never on the loop, so that dependent actions of the program cannot block the loop.
 */
public final class SessionCalls {
	private static final PeerLog LOG = PeerLog.of(SessionCalls.class);
	/** Takes effect only if the loop hangs: each operation has a shorter limit. */
	private static final Duration LOOP_HANGS = Duration.ofDays(1);

	private final EventLoop loop;
	private final Executor executor;
	private final String role;
	private volatile boolean closed;

	/**
	 * @param loop     of the session
	 * @param executor completes the futures of the program
	 * @param role     name of the role, for messages
	 */
	public SessionCalls(EventLoop loop, Executor executor, String role) {
		this.loop = loop;
		this.executor = executor;
		this.role = role;
	}

	/** Makes all later calls fail with {@code ERR_INIT}. */
	public void close() {
		closed = true;
	}

	/** @return whether calls are accepted */
	public boolean isOpen() {
		return !closed;
	}

	/**
	 * Runs an operation and waits for its result.
	 *
	 * @param <T>       type of the result
	 * @param operation runs on the loop
	 * @return its result
	 * @throws PmixException         the failure of the operation
	 * @throws IllegalStateException on the loop or in a handler, immediately
	 */
	public <T> T block(Supplier<CompletableFuture<T>> operation) throws PmixException {
		requireOutside();
		return loop.await(run(operation), LOOP_HANGS);
	}

	/**
	 * Refuses a blocking call that would wait for its own thread.
	 *
	 * @throws IllegalStateException on the loop or in a handler, immediately
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
	 * @param <T>       type of the result
	 * @param operation runs on the loop
	 * @return its result, completed on the executor; canceling it drops the result, but does not stop the operation
	 */
	public <T> CompletableFuture<T> start(Supplier<CompletableFuture<T>> operation) {
		return start(operation, dropped -> {
		});
	}

	/**
	 * Runs an operation whose result must be released.
	 *
	 * @param <T>       type of the result
	 * @param operation runs on the loop
	 * @param release   takes the result if the program has canceled the future meanwhile; on the executor
	 * @return its result, completed on the executor
	 */
	public <T> CompletableFuture<T> start(Supplier<CompletableFuture<T>> operation, Consumer<T> release) {
		CompletableFuture<T> result = new CompletableFuture<>();
		run(operation).whenComplete((value, failure) -> runOutside(() -> {
			if (failure == null) {
				if (!result.complete(value)) {
					release.accept(value);
				}
			} else {
				result.completeExceptionally(Replies.failure(failure));
			}
		}));
		return result;
	}

	/**
	 * Runs a task off the loop: on the executor or, if that is shut down, on its own thread.
	 *
	 * @param task may block
	 */
	public void runOutside(Runnable task) {
		try {
			executor.execute(task);
		} catch (RejectedExecutionException shutDown) {
			LOG.log(Level.DEBUG, "The executor of the " + role + " accepts no more tasks", shutDown);
			Thread.startVirtualThread(task);
		}
	}

	/**
	 * Runs a task on the loop; drops it if the loop has ended.
	 *
	 * @param task must not block
	 */
	public void post(Runnable task) {
		try {
			loop.execute(task);
		} catch (RejectedExecutionException ended) {
			LOG.log(Level.DEBUG, "A task of the " + role + " was dropped because its loop has ended", ended);
		}
	}

	/**
	 * Refuses a call after {@link #close}.
	 *
	 * @param operation for the message
	 * @throws PmixException {@code ERR_INIT} if the session is closed
	 */
	public void requireOpen(String operation) throws PmixException {
		if (closed) {
			throw new PmixException(Status.ERR_INIT, operation + ": " + closedException().getMessage());
		}
	}

	private <T> CompletableFuture<T> run(Supplier<CompletableFuture<T>> operation) {
		CompletableFuture<T> result = new CompletableFuture<>();
		if (closed) {
			result.completeExceptionally(closedException());
			return result;
		}
		try {
			loop.execute(() -> settle(result, operation));
		} catch (RejectedExecutionException ended) {
			result.completeExceptionally(closedException());
		}
		return result;
	}

	/** Runs the operation; an exception fails its call, which would otherwise never end. */
	private static <T> void settle(CompletableFuture<T> result, Supplier<CompletableFuture<T>> operation) {
		try {
			operation.get().whenComplete((value, failure) -> {
				if (failure == null) {
					result.complete(value);
				} else {
					result.completeExceptionally(failure);
				}
			});
		} catch (RuntimeException | Error mistake) {
			result.completeExceptionally(mistake);
		}
	}

	private PmixException closedException() {
		return new PmixException(Status.ERR_INIT, "this " + role + " is closed");
	}
}
