// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.pmix4j.job.Job;

/**
 * The close of an engine, which ends its jobs in order, once. Owned by the engine. Thread-safe.
 *
 * @param <J> the jobs of the engine
 */
public final class EngineClosing<J extends Job> {
	private static final Duration END_LIMIT = Duration.ofSeconds(5);

	private final Supplier<List<J>> running;
	private final AtomicBoolean begun = new AtomicBoolean();
	private final CountDownLatch gone = new CountDownLatch(1);

	/** @param running returns the jobs to end that have not ended */
	public EngineClosing(Supplier<List<J>> running) {
		this.running = running;
	}

	/** {@return whether it has begun} */
	public boolean hasBegun() {
		return begun.get();
	}

	/**
	 * Ends the jobs. Those that do not end within their kill timeout and five seconds are killed; those that survive this by five more seconds
	 * are given up. A further call waits for the end of the first.
	 *
	 * @param inThread    whether this is the thread that owns the jobs
	 * @param killTimeout how long the jobs may take to end by themselves
	 * @param kill        kills a job
	 * @param abandon     ends a job whose processes stay
	 * @param release     frees what the engine has, at the end
	 * @throws IllegalStateException on the thread that owns the jobs: it would wait for itself
	 */
	public void run(boolean inThread, Duration killTimeout, Consumer<J> kill, Consumer<J> abandon, Runnable release) {
		if (inThread) {
			throw new IllegalStateException("an engine cannot be closed on its own thread");
		}
		if (!begun.compareAndSet(false, true)) {
			awaitGone();
			return;
		}
		try {
			if (!areEnded(Job::terminate, END_LIMIT.plus(killTimeout))) {
				areEnded(kill, END_LIMIT);
			}
			areEnded(abandon, END_LIMIT);
		} finally {
			release.run();
			gone.countDown();
		}
	}

	private void awaitGone() {
		try {
			gone.await();
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
		}
	}

	/** Does something with the jobs that have not ended, and waits for their ends. Returns whether all have ended. */
	private boolean areEnded(Consumer<? super J> action, Duration limit) {
		List<J> some = running.get();
		some.forEach(action);
		try {
			CompletableFuture.allOf(some.stream().map(Job::ended).toArray(CompletableFuture[]::new)).get(limit.toMillis(),
					TimeUnit.MILLISECONDS);
			return true;
		} catch (ExecutionException | TimeoutException e) {
			return false;
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			return false;
		}
	}
}
