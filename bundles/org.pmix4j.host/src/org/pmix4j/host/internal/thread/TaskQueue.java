// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.thread;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Runs computations one after the other, since each depends on the result of the one before: short ones immediately, long ones on another
 * thread, so that the host's thread is free meanwhile. Owned by the host, used on its thread.
 */
public final class TaskQueue {
	private final HostThread thread;
	private final Queue<Runnable> waiting = new ArrayDeque<>();
	private boolean busy;

	/** @param thread owns the queue */
	public TaskQueue(HostThread thread) {
		this.thread = thread;
	}

	/**
	 * Runs a computation behind those that were given before.
	 *
	 * @param <T>     kind of the result
	 * @param tasks   the thread for tasks of the job that wants the result
	 * @param isLong  whether it takes longer than a millisecond
	 * @param prepare collects on the host's thread, just before, what the computation needs; the computation must not block
	 * @param done    gets the result and the failure, one of which is null, on the host's thread, before the next computation is prepared
	 */
	public <T> void run(HostThread tasks, boolean isLong, Supplier<Callable<T>> prepare, BiConsumer<? super T, ? super Throwable> done) {
		assert thread.inThread();
		waiting.add(() -> begin(tasks, isLong, prepare, done));
		next();
	}

	private void next() {
		while (!busy && !waiting.isEmpty()) {
			busy = true;
			waiting.remove().run();
		}
	}

	private <T> void begin(HostThread tasks, boolean isLong, Supplier<Callable<T>> prepare,
			BiConsumer<? super T, ? super Throwable> done) {
		CompletableFuture<T> result = result(isLong, prepare);
		if (isLong) {
			thread.whenDone(result, (value, problem) -> {
				tasks.run(() -> done.accept(value, problem));
				busy = false;
				next();
			});
		} else {
			result.whenComplete((value, problem) -> {
				tasks.run(() -> done.accept(value, problem));
				busy = false;
			});
		}
	}

	private <T> CompletableFuture<T> result(boolean isLong, Supplier<Callable<T>> prepare) {
		try {
			Callable<T> work = prepare.get();
			return isLong ? thread.aside(work) : CompletableFuture.completedFuture(work.call());
		} catch (Exception e) {
			return CompletableFuture.failedFuture(e);
		}
	}
}
