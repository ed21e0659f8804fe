// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.node;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** Runs tasks that block for milliseconds on daemon threads of their own. Stateless. */
final class Aside {
	/** A task without a result. */
	interface Task {
		void run() throws Exception;
	}

	private Aside() {
	}

	/** Runs the task; the future fails as the task does. */
	static CompletableFuture<Void> run(String name, Task task) {
		return call(name, () -> {
			task.run();
			return null;
		});
	}

	/** Calls the task; the future completes with its result, or fails as the task does or for lack of a thread. */
	static <T> CompletableFuture<T> call(String name, Callable<T> task) {
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
