// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.core;

import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Runs long computations, such as decoding large requests, on the executor instead of the loop. One computation runs at a time, to limit
 * memory. Reading from the peer stops meanwhile, so its requests stay in order. Owned by {@link Dispatcher}, on the server's loop.
 */
final class LongWork {
	private static final PeerLog LOG = PeerLog.of(LongWork.class);

	private final EventLoop loop;
	private final Executor executor;
	private final Queue<Runnable> waiting = new ArrayDeque<>();
	private boolean busy;

	/** A computation. */
	interface Work<T> {
		/** Computes the result, on any thread. */
		T run() throws PmixException;
	}

	LongWork(EventLoop loop, Executor executor) {
		this.loop = loop;
		this.executor = executor;
	}

	/**
	 * Computes a result.
	 *
	 * @param peer   waits for it
	 * @param work   the computation
	 * @param done   receives the result, on the loop
	 * @param failed receives the failure, on the loop
	 */
	<T> void run(ServerPeer peer, Work<T> work, Consumer<T> done, Consumer<PmixException> failed) {
		assert loop.inLoop();
		peer.holdReading();
		waiting.add(() -> begin(() -> result(work, done, failed), peer));
		next();
	}

	private void next() {
		Runnable first = busy ? null : waiting.poll();
		if (first != null) {
			busy = true;
			first.run();
		}
	}

	/** @param computation returns what to do with its result on the loop */
	private void begin(Supplier<Runnable> computation, ServerPeer peer) {
		try {
			executor.execute(() -> {
				Runnable result = computation.get();
				try {
					loop.execute(() -> end(result, peer));
				} catch (RejectedExecutionException e) {
					LOG.log(Level.DEBUG, "a request was not served, because the server is closed");
				}
			});
		} catch (RejectedExecutionException e) {
			loop.execute(() -> end(computation.get(), peer));
		}
	}

	private static <T> Runnable result(Work<T> work, Consumer<T> done, Consumer<PmixException> failed) {
		try {
			T result = work.run();
			return () -> done.accept(result);
		} catch (PmixException e) {
			return () -> failed.accept(e);
		} catch (OutOfMemoryError full) {
			return () -> failed.accept(new PmixException(Status.ERR_OUT_OF_RESOURCE, "it needs more memory than is available"));
		} catch (RuntimeException | Error mistake) {
			// without a result, this peer and all later computations would wait forever
			LOG.log(Level.ERROR, "A request could not be processed", mistake);
			return () -> failed.accept(new PmixException(Status.ERROR, "internal error: " + mistake));
		}
	}

	private void end(Runnable result, ServerPeer peer) {
		busy = false;
		try {
			result.run();
		} finally {
			peer.releaseReading();
			next();
		}
	}
}
