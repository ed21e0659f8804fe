// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.thread;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** Runs tasks that block for milliseconds on their own daemon threads. Stateless. */
public final class BlockingTasks {
	/** A task without a result. */
	public interface Task {
		/**
		 * Does it; may block.
		 *
		 * @throws Exception if it fails
		 */
		void run() throws Exception;
	}

	private BlockingTasks() {
	}

	/**
	 * Runs a task.
	 *
	 * @param name of its thread
	 * @param task may block
	 * @return fails as the task does, or for lack of a thread
	 */
	public static CompletableFuture<Void> run(String name, Task task) {
		return call(name, () -> {
			task.run();
			return null;
		});
	}

	/**
	 * Calls a task.
	 *
	 * @param <T>  kind of its result
	 * @param name of its thread
	 * @param task may block
	 * @return its result; fails as the task does, or for lack of a thread
	 */
	public static <T> CompletableFuture<T> call(String name, Callable<T> task) {
		CompletableFuture<T> done = new CompletableFuture<>();
		Thread thread = new Thread(() -> {
			try {
				done.complete(task.call());
			} catch (Exception | Error e) {
				done.completeExceptionally(e);
			}
		}, "pmix-" + name);
		thread.setDaemon(true);
		try {
			thread.start();
		} catch (OutOfMemoryError e) {
			// the system allows no further thread
			done.completeExceptionally(e);
		}
		return done;
	}
}
