// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.thread;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.server.spi.LoopTimer;
import org.pmix4j.server.spi.ServerLoop;

/**
 * The thread that owns all state of a host: sessions, jobs, ranks. It is the event loop of the host's server, which attaches it before
 * its first call and ends it when it closes; tasks submitted after the end are dropped. May be used from any thread, except where a
 * method says otherwise.
 */
public final class HostThread implements Timers {
	private final Executor blocking;
	private final HostFailure failure;
	private final AtomicReference<@Nullable ServerLoop> attached;
	private final Consumer<RuntimeException> broken;

	/** @param blocking runs work that may block */
	public HostThread(Executor blocking) {
		this(blocking, new HostFailure(), new AtomicReference<>(), problem -> {
		});
	}

	private HostThread(Executor blocking, HostFailure failure, AtomicReference<@Nullable ServerLoop> attached,
			Consumer<RuntimeException> broken) {
		this.blocking = blocking;
		this.failure = failure;
		this.attached = attached;
		this.broken = broken;
	}

	/**
	 * Returns this thread for the tasks of one job or request, which fails if one of them does: it may wait for what the task has not done.
	 *
	 * @param receiver is called on the thread with each exception of a task that is given to the result
	 * @return the same thread
	 */
	public HostThread failing(Consumer<RuntimeException> receiver) {
		return new HostThread(blocking, failure, attached, receiver);
	}

	/**
	 * Returns this thread for the tasks of one request, as {@link #failing(Consumer)}.
	 *
	 * @param answer fails with the status ERROR if a task does
	 * @return the same thread
	 */
	public HostThread answering(CompletableFuture<?> answer) {
		return failing(problem -> answer
				.completeExceptionally(new PmixException(Status.ERROR, "a task of the host failed: " + problem, problem)));
	}

	/** @param loop of the host's server */
	public void attach(ServerLoop loop) {
		attached.set(loop);
		loop.execute(() -> Thread.currentThread().setUncaughtExceptionHandler(failure::note));
	}

	/** @return learns of errors on the thread, and on others that the host cannot do without */
	public HostFailure failure() {
		return failure;
	}

	/** @return the loop of the host's server */
	public ServerLoop loop() {
		ServerLoop loop = attached.get();
		if (loop == null) {
			throw new IllegalStateException("the host has no server yet");
		}
		return loop;
	}

	/** @return whether the caller is on the thread */
	public boolean inThread() {
		ServerLoop loop = attached.get();
		return loop != null && loop.inLoop();
	}

	/**
	 * Runs a task on the thread, after those submitted before.
	 *
	 * @param task must not block
	 */
	public void execute(Runnable task) {
		try {
			loop().execute(() -> run(task));
		} catch (RejectedExecutionException e) {
			HostLog.log(Level.DEBUG, "dropped a task that was submitted after the end of the host");
		}
	}

	/**
	 * Runs an action on the thread when a stage has completed. An error in the action is not lost, as it would be in a dependent stage.
	 *
	 * @param <T>    kind of the result
	 * @param stage  completes anywhere
	 * @param action gets the result and the failure, one of which is null
	 */
	public <T> void whenDone(CompletionStage<T> stage, BiConsumer<? super T, ? super Throwable> action) {
		stage.whenComplete((value, problem) -> execute(() -> action.accept(value, problem)));
	}

	/**
	 * Runs work that may block on another thread.
	 *
	 * @param <T>  kind of the result
	 * @param work may block, for instance to read files
	 * @return completes on that thread with the result or failure of the work; fails immediately for lack of a thread
	 */
	public <T> CompletableFuture<T> aside(Callable<T> work) {
		CompletableFuture<T> result = new CompletableFuture<>();
		try {
			blocking.execute(() -> {
				try {
					result.complete(work.call());
				} catch (Exception | Error e) {
					result.completeExceptionally(e);
				}
			});
		} catch (OutOfMemoryError e) {
			// the system allows no further thread: that concerns this work alone
			result.completeExceptionally(e);
		}
		return result;
	}

	/** @return runs work that may block on other threads */
	public Executor blocking() {
		return blocking;
	}

	/** Must be called on the thread. */
	@Override
	public LoopTimer schedule(Duration delay, Runnable task) {
		assert inThread();
		return loop().schedule(delay, () -> run(task));
	}

	/**
	 * Limits a wait. Must be called on the thread.
	 *
	 * @param <T>    kind of the answer
	 * @param limit  the longest wait
	 * @param answer may never complete
	 * @return completes with the answer, or fails with TimeoutException after the limit
	 */
	public <T> CompletableFuture<T> within(Duration limit, CompletableFuture<T> answer) {
		assert inThread();
		if (answer.isDone()) {
			return answer;
		}
		CompletableFuture<T> limited = new CompletableFuture<>();
		LoopTimer timer = schedule(limit,
				() -> limited.completeExceptionally(new TimeoutException("no answer within " + limit.toSeconds() + " s")));
		answer.whenComplete((value, problem) -> {
			if (inThread()) {
				settle(limited, timer, value, problem);
			} else {
				execute(() -> settle(limited, timer, value, problem));
			}
		});
		return limited;
	}

	private static <T> void settle(CompletableFuture<T> limited, LoopTimer timer, T value, @Nullable Throwable problem) {
		timer.cancel();
		if (problem == null) {
			limited.complete(value);
		} else {
			limited.completeExceptionally(problem);
		}
	}

	/**
	 * Makes a future for users of the host.
	 *
	 * @param <T>    kind of the result
	 * @param future completes on the thread
	 * @return completes in the same way but not on the thread, so that actions that depend on it may block
	 */
	public <T> CompletableFuture<T> async(CompletableFuture<T> future) {
		return loop().async(future);
	}

	/**
	 * Runs a task now. Reports an exception to the job or request of the task. Ends the host by an error, as the end of a rank, for instance,
	 * may be lost with the task.
	 *
	 * @param task must not block
	 */
	public void run(Runnable task) {
		assert inThread();
		try {
			task.run();
		} catch (RuntimeException e) {
			HostLog.log(Level.ERROR, "a task of the host failed", e);
			broken.accept(e);
		} catch (Error e) {
			failure.note(Thread.currentThread(), e);
			throw e;
		}
	}
}
