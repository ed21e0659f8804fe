// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.call;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.Timer;

/**
 * Calls the handlers of a session off the loop, one at a time, in order. A handler that does not return delays the others by the limit at
 * most. Owned by the session, on its loop.
 */
public final class Callbacks {
	private static final PeerLog LOG = PeerLog.of(Callbacks.class);
	private static final ThreadLocal<Boolean> INSIDE = ThreadLocal.withInitial(() -> false);

	private final EventLoop loop;
	private final Executor executor;
	private final Duration limit;
	private final Queue<Call<?>> waiting = new ArrayDeque<>();
	private @Nullable Call<?> current;

	private static final class Call<T> {
		private final Supplier<CompletionStage<T>> callback;
		private final CompletableFuture<T> result = new CompletableFuture<>();
		private Timer timer = Timer.NONE;

		private Call(Supplier<CompletionStage<T>> callback) {
			this.callback = callback;
		}
	}

	/**
	 * @param loop     of the session
	 * @param executor runs the callbacks
	 * @param limit    longest time from the start of a callback to its result
	 */
	public Callbacks(EventLoop loop, Executor executor, Duration limit) {
		this.loop = loop;
		this.executor = executor;
		this.limit = limit;
	}

	/**
	 * Refuses a blocking call in a callback.
	 *
	 * @throws IllegalStateException in a callback, immediately
	 */
	public static void requireOutside() {
		if (INSIDE.get()) {
			throw new IllegalStateException("blocking call in an event handler or output handler; use the asynchronous call");
		}
	}

	/**
	 * Calls a callback after all previous ones have returned. On the loop.
	 *
	 * @param <T>      type of the result
	 * @param callback called once
	 * @return the result, completed on the loop; fails with the failure of the callback or {@code ERR_TIMEOUT}
	 */
	public <T> CompletableFuture<T> call(Supplier<CompletionStage<T>> callback) {
		assert loop.inLoop();
		Call<T> call = new Call<>(callback);
		waiting.add(call);
		startNext();
		return call.result;
	}

	private void startNext() {
		if (current == null && !waiting.isEmpty()) {
			Call<?> call = waiting.remove();
			current = call;
			call.timer = loop.schedule(limit, () -> {
				call.result.completeExceptionally(
						new PmixException(Status.ERR_TIMEOUT, "no result within " + limit.toMillis() / 1000.0 + " s"));
				returned(call);
			});
			start(call);
		}
	}

	private void start(Call<?> call) {
		try {
			executor.execute(() -> run(call));
		} catch (RejectedExecutionException shutDown) {
			// in their own tasks, because all waiting calls follow
			post(() -> settle(call, null, shutDown));
			post(() -> returned(call));
		}
	}

	/** On the executor. */
	private <T> void run(Call<T> call) {
		INSIDE.set(true);
		try {
			call.callback.get().whenComplete((result, failure) -> post(() -> settle(call, result, failure)));
		} catch (Throwable mistake) { // also a checked exception, which other languages do not declare
			post(() -> settle(call, null, mistake));
		} finally {
			INSIDE.remove();
			post(() -> returned(call));
		}
	}

	private static <T> void settle(Call<T> call, @Nullable T result, @Nullable Throwable failure) {
		call.timer.cancel();
		if (failure != null || result == null) {
			call.result.completeExceptionally(failure != null ? failure : new NullPointerException("the callback returned no result"));
		} else {
			call.result.complete(result);
		}
	}

	private void returned(Call<?> call) {
		assert loop.inLoop();
		if (current == call) {
			current = null;
			startNext();
		}
	}

	private void post(Runnable task) {
		try {
			loop.execute(task);
		} catch (RejectedExecutionException closed) {
			LOG.log(Level.DEBUG, "A callback returned after its session was closed", closed);
		}
	}
}
