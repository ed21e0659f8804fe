// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.model.PmixException;

/**
 * The one thread that owns all protocol state of a server, client or tool, so that this state needs no locks. It runs
 * tasks in the order they came, timers in the order of their time, and tells connections when they can read or write.
 * A task that throws is logged; the loop goes on. One implementation is {@link SelectorLoop}; tests have one that they
 * drive by hand with a simulated clock and network.
 *
 * <p>Work done elsewhere comes back with {@link #execute}, for instance {@code future.thenAcceptAsync(result, loop::execute)}.
 *
 * @see "OpenPMIx: the progress thread plays this part there"
 */
public interface EventLoop {
	/** @return the name that threads and messages carry */
	String name();

	/** @return whether the caller runs on this loop, and so may touch what the loop owns */
	boolean inLoop();

	/** @return nanoseconds of the loop's clock; never goes back */
	long nanos();

	/**
	 * Runs a task on the loop, after those handed in before. From any thread, also from the loop itself.
	 *
	 * @param task must not block
	 * @throws java.util.concurrent.RejectedExecutionException if the loop is closed
	 */
	void execute(Runnable task);

	/**
	 * Runs a task once the event that is now handled is done, before any other event: to do once what several steps ask
	 * for, such as writing to a socket. On the loop only.
	 *
	 * @param task must not block
	 */
	void defer(Runnable task);

	/**
	 * Runs a task later. On the loop only. Timers that are due together run in the order in which they were made.
	 *
	 * @param delay how long to wait; not negative
	 * @param task  must not block
	 * @return to cancel it
	 */
	Timer schedule(Duration delay, Runnable task);

	/**
	 * Accepts connections. On the loop only.
	 *
	 * @param address  where to listen; port 0 picks a free one
	 * @param acceptListener is told of connections, on the loop
	 * @return to learn the port, and to end it
	 * @throws IOException if the address cannot be had
	 */
	Listener listen(InetSocketAddress address, AcceptListener acceptListener) throws IOException;

	/**
	 * Connects to a listener. Blocks, so not on the loop. Give the result to {@link Connection#open} on the loop.
	 *
	 * @param address of the listener
	 * @param limit   how long to try
	 * @return the stream of bytes
	 * @throws IOException           if nobody answers there in time
	 * @throws IllegalStateException on the loop
	 */
	Transport connect(InetSocketAddress address, Duration limit) throws IOException;

	/**
	 * Blocks until a result is there. Never on the loop, which would have to bring about what it waits for.
	 *
	 * @param <T>    kind of the result
	 * @param future is completed by the loop, sooner or later
	 * @param limit  how long to wait
	 * @return the result
	 * @throws PmixException         what the future failed with; {@code ERR_TIMEOUT} after the limit, and also on an
	 *                               interrupt, which stays set
	 * @throws IllegalStateException on the loop, at once
	 */
	<T> T await(CompletableFuture<T> future, Duration limit) throws PmixException;

	/**
	 * Writes what is queued, closes every connection and listener, runs the tasks that were handed in before, and ends the
	 * loop. Timers are dropped. Blocks until that is done. Repeated calls do nothing but wait.
	 *
	 * @param limit after which queued bytes are given up
	 * @throws IllegalStateException on the loop, at once
	 */
	void close(Duration limit);

	/**
	 * Asks the loop a question from outside, for instance for a dump of its state.
	 *
	 * @param <T>      kind of the answer
	 * @param question is run on the loop; must not block
	 * @param limit    how long to wait for the loop
	 * @return the answer
	 * @throws PmixException         what the question threw, or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException on the loop, at once
	 */
	default <T> T call(Callable<T> question, Duration limit) throws PmixException {
		CompletableFuture<T> answer = new CompletableFuture<>();
		if (!inLoop()) {
			execute(() -> {
				try {
					answer.complete(question.call());
				} catch (Exception failure) {
					answer.completeExceptionally(failure);
				}
			});
		}
		return await(answer, limit);
	}
}
