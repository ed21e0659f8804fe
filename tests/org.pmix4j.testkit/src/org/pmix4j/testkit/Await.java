// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Waits with a limit that holds on a busy machine, too ({@link Deadline}): for futures, for the end of processes, and, by polling, for
 * states of other processes that the kernel reports without an event. Stateless.
 */
public final class Await {
	/** Limit of waits without their own limit. Only a hang reaches it. */
	private static final Duration LIMIT = Duration.ofSeconds(60);
	private static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(3);
	private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(30);

	private Await() {
	}

	/**
	 * Waits for a result.
	 *
	 * @param stage supplies the result
	 * @param <T>   type of the result
	 * @return the result
	 * @throws ExecutionException   if it failed
	 * @throws InterruptedException if the test is interrupted
	 * @throws TimeoutException     if it does not come within a minute of processor time
	 */
	public static <T> T result(CompletionStage<T> stage) throws ExecutionException, InterruptedException, TimeoutException {
		return result(LIMIT, stage);
	}

	/**
	 * Waits for a result that takes long.
	 *
	 * @param limit longest time to wait
	 * @param stage supplies the result
	 * @param <T>   type of the result
	 * @return the result
	 * @throws ExecutionException   if it failed
	 * @throws InterruptedException if the test is interrupted
	 * @throws TimeoutException     if it does not come in time
	 */
	public static <T> T result(Duration limit, CompletionStage<T> stage) throws ExecutionException, InterruptedException, TimeoutException {
		Future<T> future = stage.toCompletableFuture();
		Deadline deadline = Deadline.of(limit);
		while (true) {
			try {
				return future.get(deadline.slice(), TimeUnit.NANOSECONDS);
			} catch (TimeoutException e) {
				if (deadline.isOver()) {
					throw new TimeoutException("no result after " + deadline);
				}
			}
		}
	}

	/**
	 * Waits until a latch is open.
	 *
	 * @param latch the latch
	 * @throws InterruptedException if the test is interrupted
	 * @throws AssertionError       if it does not open within a minute of processor time
	 */
	public static void zero(CountDownLatch latch) throws InterruptedException {
		Deadline deadline = Deadline.of(LIMIT);
		while (!latch.await(deadline.slice(), TimeUnit.NANOSECONDS)) {
			if (deadline.isOver()) {
				throw new AssertionError(latch.getCount() + " of what was waited for did not happen after " + deadline);
			}
		}
	}

	/**
	 * Waits for the end of a process.
	 *
	 * @param process the process
	 * @return its exit code
	 * @throws InterruptedException if the test is interrupted
	 * @throws AssertionError       if it does not end within a minute of processor time
	 */
	public static int exit(Process process) throws InterruptedException {
		if (!ends(process)) {
			throw new AssertionError("process " + process.pid() + " does not end:\n" + HangReport.of(process.pid()));
		}
		return process.exitValue();
	}

	/**
	 * Waits for the end of a process and of its output, which is read meanwhile.
	 *
	 * @param process the process, which is killed if it does not end
	 * @return its standard output
	 * @throws InterruptedException if the test is interrupted
	 * @throws AssertionError       if it, or its output, does not end within a minute of processor time
	 */
	public static String output(Process process) throws InterruptedException {
		return output(LIMIT, process);
	}

	/**
	 * Waits for the end of a process that takes long, and of its output, which is read meanwhile.
	 *
	 * @param limit   longest time to wait
	 * @param process the process, which is killed if it does not end
	 * @return its standard output
	 * @throws InterruptedException if the test is interrupted
	 * @throws AssertionError       if it, or its output, does not end in time
	 */
	public static String output(Duration limit, Process process) throws InterruptedException {
		Capture output = Capture.of(process.getInputStream(), "output-" + process.pid());
		Deadline deadline = Deadline.of(limit);
		try {
			if (!ends(process, deadline)) {
				throw new AssertionError("process " + process.pid() + " does not end:\n" + HangReport.of(process.pid()) + output.text());
			}
			if (!output.awaitEnd(deadline)) {
				throw new AssertionError("process " + process.pid() + " has ended, but another holds its output:\n" + output.text());
			}
			return output.text();
		} finally {
			process.destroyForcibly();
		}
	}

	/**
	 * Waits for the end of a process that may have to be killed.
	 *
	 * @param process the process
	 * @return whether it ended within a minute of processor time
	 * @throws InterruptedException if the test is interrupted
	 */
	public static boolean ends(Process process) throws InterruptedException {
		return ends(process, Deadline.of(LIMIT));
	}

	/** Returns whether a process ends in time. */
	static boolean ends(Process process, Deadline deadline) throws InterruptedException {
		while (!process.waitFor(deadline.slice(), TimeUnit.NANOSECONDS)) {
			if (deadline.isOver()) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Waits for a condition.
	 *
	 * @param what      the condition, for the message
	 * @param limit     longest time to wait
	 * @param condition condition to poll
	 * @throws AssertionError if the condition is not met in time
	 */
	public static void until(String what, Duration limit, BooleanSupplier condition) {
		Deadline deadline = Deadline.of(limit);
		if (!holds(condition, deadline)) {
			throw new AssertionError("after " + deadline + " still not: " + what);
		}
	}

	/**
	 * Waits for things to vanish.
	 *
	 * @param limit longest time to wait
	 * @param rest  returns the things that still exist
	 * @param <T>   type of the collection
	 * @return the things that exist at the end of the limit; empty, and earlier, if all have vanished
	 */
	public static <T extends Collection<?>> T untilEmpty(Duration limit, Supplier<T> rest) {
		AtomicReference<T> last = new AtomicReference<>(rest.get()); // no look more: others may begin such things at any time
		holds(() -> last.get().isEmpty() || last.updateAndGet(before -> rest.get()).isEmpty(), Deadline.of(limit));
		return last.get();
	}

	/** Looks again after a tenth of the time that has passed, within bounds: a look, such as one at all processes, may take long. */
	private static boolean holds(BooleanSupplier condition, Deadline deadline) {
		long start = System.nanoTime();
		while (!condition.getAsBoolean()) {
			if (deadline.isOver()) {
				return false;
			}
			LockSupport.parkNanos(Math.clamp((System.nanoTime() - start) / 10, SHORTEST_PAUSE, LONGEST_PAUSE));
		}
		return true;
	}
}
