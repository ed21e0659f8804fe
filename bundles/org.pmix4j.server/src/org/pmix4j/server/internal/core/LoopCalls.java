// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.loop.EventLoop;

/** Runs operations of a server on its loop: directly if called there, else as a task. May be used from any thread. */
final class LoopCalls {
	/** Work that may fail, and that may take longer than its call. */
	interface Task<T> {
		/** @throws PmixException if it is refused */
		CompletableFuture<T> run() throws PmixException;
	}

	/** Work that has no result. */
	interface Change {
		/** @throws PmixException if it is refused */
		void run() throws PmixException;
	}

	private final EventLoop loop;

	LoopCalls(EventLoop loop) {
		this.loop = loop;
	}

	/** @return completes on the loop, when the change is made */
	CompletableFuture<Void> change(Change change) {
		return run(() -> {
			change.run();
			return CompletableFuture.completedFuture(null);
		});
	}

	/** @return the result, completed on the loop; fails with INIT if the server is closed */
	<T> CompletableFuture<T> run(Task<T> task) {
		if (loop.inLoop()) {
			return runNow(task);
		}
		CompletableFuture<T> result = new CompletableFuture<>();
		try {
			loop.execute(() -> run(task, result));
		} catch (RejectedExecutionException e) {
			result.completeExceptionally(new PmixException(Status.ERR_INIT, "the server is closed", e));
		}
		return result;
	}

	private static <T> CompletableFuture<T> runNow(Task<T> task) {
		try {
			return task.run();
		} catch (PmixException | RuntimeException | Error e) {
			return CompletableFuture.failedFuture(e);
		}
	}

	private static <T> void run(Task<T> task, CompletableFuture<T> result) {
		runNow(task).whenComplete((value, error) -> {
			if (error == null) {
				result.complete(value);
			} else {
				result.completeExceptionally(error);
			}
		});
	}
}
