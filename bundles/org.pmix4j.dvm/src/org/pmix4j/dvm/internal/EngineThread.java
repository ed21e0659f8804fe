// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/** The daemon thread that owns the state of all jobs of one engine. Owned by the engine; callable from any thread. */
public final class EngineThread implements AutoCloseable {
	private static final System.Logger LOG = System.getLogger(EngineThread.class.getName());

	private final ScheduledThreadPoolExecutor thread;
	private volatile @Nullable Thread current;

	/** Creates the thread, which starts with its first task. */
	public EngineThread() {
		thread = new ScheduledThreadPoolExecutor(1, task -> {
			Thread owner = new Thread(task, "pmix-engine");
			owner.setDaemon(true);
			current = owner;
			return owner;
		}, new ThreadPoolExecutor.DiscardPolicy());
		thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
	}

	/** {@return whether this is that thread, which must not block} */
	public boolean isCurrent() {
		return Thread.currentThread() == current;
	}

	/**
	 * Runs a task on the thread; does nothing when it is closed.
	 *
	 * @param task must not block
	 */
	public void execute(Runnable task) {
		thread.execute(() -> run(task));
	}

	/**
	 * Runs a task on the thread after a while.
	 *
	 * @param delay how long
	 * @param task  must not block
	 */
	public void later(Duration delay, Runnable task) {
		thread.schedule(() -> run(task), delay.toMillis(), TimeUnit.MILLISECONDS);
	}

	private static void run(Runnable task) {
		try {
			task.run();
		} catch (RuntimeException | Error e) {
			LOG.log(Level.ERROR, "a task of the engine failed", e);
		}
	}

	/** Ends the thread, and waits for it for a second at most. */
	@Override
	public void close() {
		thread.shutdown();
		try {
			thread.awaitTermination(1, TimeUnit.SECONDS);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
		}
	}
}
