// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.model.PmixException;

/**
 * The one thread that owns all protocol state of a server, client or tool, so that this state needs no locks. It runs tasks in the order of
 * submission and timers in the order of their due time, and reports to connections when they can read or write. An exception in a task is
 * logged, and the loop continues. {@link SelectorLoop} is the implementation; tests use one with a simulated clock and network.
 *
 * <p>Results from other threads return with {@link #execute}, for instance {@code future.thenAcceptAsync(result, loop::execute)}.
 *
 * @see "OpenPMIx: the progress thread"
 */
public interface EventLoop {
	/** @return the name used for the thread and in messages */
	String name();

	/** @return whether the caller runs on this loop and may access the state that the loop owns */
	boolean inLoop();

	/** @return nanoseconds of the loop's clock; never decreases */
	long nanos();

	/**
	 * Runs a task on the loop after all tasks submitted before. May be called from any thread, including the loop.
	 *
	 * @param task must not block
	 * @throws java.util.concurrent.RejectedExecutionException if the loop is closed
	 */
	void execute(Runnable task);

	/**
	 * Runs a task after the current event and before the next one, to do once what several steps of an event request, such as writing to a
	 * socket. On the loop only.
	 *
	 * @param task must not block
	 */
	void defer(Runnable task);

	/**
	 * Runs a task after a delay. On the loop only. Timers due at the same time run in the order of creation.
	 *
	 * @param delay time to wait; not negative
	 * @param task  must not block
	 * @return a handle that cancels the task
	 */
	Timer schedule(Duration delay, Runnable task);

	/**
	 * Listens for connections. On the loop only.
	 *
	 * @param address        address to listen on; port 0 picks a free port
	 * @param acceptListener receives the connections, on the loop
	 * @return the listener, which has the actual port
	 * @throws IOException if the address is not available
	 */
	Listener listen(InetSocketAddress address, AcceptListener acceptListener) throws IOException;

	/**
	 * Connects to a listener. Blocks, so it must not be called on the loop; the result is given to {@link Connection#open} on the loop.
	 *
	 * @param address address of the listener
	 * @param limit   longest time to try
	 * @return the byte stream
	 * @throws IOException           if the connection is not established in time
	 * @throws IllegalStateException on the loop
	 */
	Transport connect(InetSocketAddress address, Duration limit) throws IOException;

	/**
	 * Waits for a result. Must not be called on the loop, which would wait for itself.
	 *
	 * @param <T>    type of the result
	 * @param future completed by the loop
	 * @param limit  longest time to wait
	 * @return the result
	 * @throws PmixException         the failure of the future; {@code ERR_TIMEOUT} after the limit or on an interrupt, whose flag stays set
	 * @throws IllegalStateException on the loop, immediately
	 */
	<T> T await(CompletableFuture<T> future, Duration limit) throws PmixException;

	/**
	 * Writes queued bytes, closes all connections and listeners, runs the tasks submitted before, and ends the thread. Timers are dropped.
	 * Blocks until that is done; repeated calls only wait.
	 *
	 * @param limit time after which unwritten bytes are discarded
	 * @throws IllegalStateException on the loop, immediately
	 */
	void close(Duration limit);

	/**
	 * Runs a query on the loop from another thread, for instance to dump its state.
	 *
	 * @param <T>      type of the answer
	 * @param question runs on the loop; must not block
	 * @param limit    longest time to wait for the loop
	 * @return the answer
	 * @throws PmixException         the exception of the query, or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException on the loop, immediately
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
