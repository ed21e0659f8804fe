// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Makes the futures that a public method returns out of those that a loop completes. Actions that depend on a public future run on an
 * executor, never on the loop, so that they may block and may close the loop's owner. Stateless.
 */
public final class OffLoop {
	private OffLoop() {
	}

	/**
	 * @param <T>      kind of the result
	 * @param future   completes on a loop
	 * @param executor runs the completion; if it takes no more work, a virtual thread does
	 * @return completes in the same way on the executor; at once if the future is complete already
	 */
	public static <T> CompletableFuture<T> of(CompletableFuture<T> future, Executor executor) {
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
