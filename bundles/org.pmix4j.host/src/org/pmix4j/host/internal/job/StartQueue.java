// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;

import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.host.internal.thread.Slices;

/**
 * Starts the ranks of a job in their order, a few at a time: only a few environments exist at once, and the rest of a job that is being
 * ended is not started any longer. Owned by its {@link JobStarter}, used on the host's thread.
 */
final class StartQueue {
	/** Enough for the thread that starts processes to have work until the next ranks follow. */
	private static final int MOST = 32;

	private final HostThread thread;
	private final LaunchListener listener;
	private final Consumer<RankRun> start;
	private final Consumer<RankRun> drop;
	private final Queue<RankRun> waiting = new ArrayDeque<>();
	private int starting;

	/**
	 * Makes an empty queue.
	 *
	 * @param listener returns whether the job is being ended
	 * @param start    begins to start a rank; {@link #over} follows
	 * @param drop     receives the ranks that are not started any longer
	 */
	StartQueue(HostThread thread, LaunchListener listener, Consumer<RankRun> start, Consumer<RankRun> drop) {
		this.thread = thread;
		this.listener = listener;
		this.start = start;
		this.drop = drop;
	}

	/** Starts ranks behind those that wait. */
	void add(List<RankRun> ranks) {
		assert thread.inThread();
		waiting.addAll(ranks);
		next();
	}

	/** Notes that the start of a rank has succeeded or failed. */
	void over() {
		assert thread.inThread();
		starting--;
		next();
	}

	private void next() {
		while (!listener.isEnding() && !waiting.isEmpty() && starting < MOST) {
			starting++;
			start.accept(waiting.remove());
		}
		if (listener.isEnding()) {
			Slices.drain(thread, waiting, drop, () -> {
			});
		}
	}
}
