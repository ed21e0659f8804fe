// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.thread;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

/**
 * The one thread that owns all state of a host: sessions, jobs, ranks. Everything else sends it orders. Owned by the host; may be
 * used from any thread.
 */
public final class HostThread implements AutoCloseable {
	private final ScheduledThreadPoolExecutor executor;
	private volatile @Nullable Thread thread;
	private volatile boolean closed;

	/**
	 * Starts the thread.
	 *
	 * @param name of the host
	 */
	public HostThread(String name) {
		executor = new ScheduledThreadPoolExecutor(1, task -> {
			Thread created = new Thread(task, "pmix-host-" + name);
			created.setDaemon(true);
			thread = created;
			return created;
		});
		executor.setRemoveOnCancelPolicy(true);
		executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
	}

	/** @return whether the caller is on the thread */
	public boolean inThread() {
		return Thread.currentThread() == thread;
	}

	/**
	 * Runs the task soon. After the end nothing is run any more: what comes late concerns nobody.
	 *
	 * @param task runs on the thread
	 */
	public void execute(Runnable task) {
		try {
			executor.execute(() -> run(task));
		} catch (RejectedExecutionException e) {
			if (!closed) {
				throw e;
			}
			HostLog.log(Level.DEBUG, "an order came after the end of the host");
		}
	}

	/**
	 * @param task runs on the thread
	 * @return completes when it has run, or fails as it did
	 */
	public CompletableFuture<Void> submit(Runnable task) {
		return CompletableFuture.runAsync(task, this::execute);
	}

	/**
	 * @param delay after which to run the task
	 * @param task  runs on the thread
	 * @return to cancel it
	 */
	public Future<?> schedule(Duration delay, Runnable task) {
		return executor.schedule(() -> run(task), delay.toNanos(), TimeUnit.NANOSECONDS);
	}

	/**
	 * Limits a wait.
	 *
	 * @param <T>    what is waited for
	 * @param limit  how long
	 * @param answer what may never come
	 * @return the same, or a failure after the limit
	 */
	public <T> CompletableFuture<T> within(Duration limit, CompletableFuture<T> answer) {
		CompletableFuture<T> limited = answer.copy();
		Future<?> timer = schedule(limit,
				() -> limited.completeExceptionally(new TimeoutException("no answer within " + limit.toSeconds() + " s")));
		limited.whenComplete((value, problem) -> timer.cancel(false));
		return limited;
	}

	/** Ends the thread after the orders that have come. Does not wait. */
	@Override
	public void close() {
		closed = true;
		executor.shutdown();
	}

	private static void run(Runnable task) {
		try {
			task.run();
		} catch (RuntimeException | Error e) {
			HostLog.log(Level.ERROR, "an order to the host failed", e);
		}
	}
}
