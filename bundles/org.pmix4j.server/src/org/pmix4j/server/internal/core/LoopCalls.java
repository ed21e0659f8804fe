// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.loop.EventLoop;

/** The way from a host's threads to the loop, and back with what came of it. Any thread may use it. */
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

	/** @return done when it is done, on the loop */
	CompletableFuture<Void> change(Change change) {
		return run(() -> {
			change.run();
			return CompletableFuture.completedFuture(null);
		});
	}

	/** @return what comes of it; fails with INIT if the server is closed */
	<T> CompletableFuture<T> run(Task<T> task) {
		CompletableFuture<T> result = new CompletableFuture<>();
		try {
			loop.execute(() -> run(task, result));
		} catch (RejectedExecutionException e) {
			result.completeExceptionally(new PmixException(Status.ERR_INIT, "the server is closed", e));
		}
		return result;
	}

	private static <T> void run(Task<T> task, CompletableFuture<T> result) {
		try {
			task.run().whenComplete((value, error) -> {
				if (error == null) {
					result.complete(value);
				} else {
					result.completeExceptionally(error);
				}
			});
		} catch (PmixException | RuntimeException | Error e) {
			result.completeExceptionally(e);
		}
	}
}
