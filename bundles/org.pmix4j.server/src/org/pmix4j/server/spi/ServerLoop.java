// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.spi;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

/**
 * The event loop of a server, shared with a {@link LoopHost}: one thread, clock and timer queue for the state of both. Ends with the
 * server.
 */
public interface ServerLoop {
	/** {@return whether the caller runs on this loop, and so may touch the state that the loop owns} */
	boolean inLoop();

	/** {@return the nanoseconds of the loop's clock; never goes back} */
	long nanos();

	/**
	 * Runs a task on the loop, after those submitted before. May be called from any thread, also from the loop.
	 *
	 * @param task must not block
	 * @throws RejectedExecutionException if the loop has ended
	 */
	void execute(Runnable task);

	/**
	 * Runs a task later. To be called on the loop. Timers that are due together run in the order in which they were made; those that
	 * are not due when the loop ends are dropped.
	 *
	 * @param delay not negative
	 * @param task  must not block
	 * @return cancels it
	 */
	LoopTimer schedule(Duration delay, Runnable task);

	/**
	 * Converts a future that the loop completes to one for the users of a host.
	 *
	 * @param <T>    kind of the result
	 * @param future completes on the loop
	 * @return completes in the same way on the server's executor, where actions that depend on it may block
	 */
	<T> CompletableFuture<T> async(CompletableFuture<T> future);
}
