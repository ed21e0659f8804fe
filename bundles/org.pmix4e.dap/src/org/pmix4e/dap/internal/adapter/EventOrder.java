// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.adapter;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The events of an adapter on their way to the listener: one after the other, on a thread of the session, and not more than can be kept.
 * Owned by the session; any thread may add events.
 */
final class EventOrder {
	/** So many events may wait while one is handled; a handler waits for replies. */
	private static final int MOST = 10_000;
	private static final int LIMIT_SECONDS = 60;

	private final ThreadPoolExecutor events;
	private final Runnable flooded;

	/**
	 * @param name    of the thread
	 * @param flooded is called if there are too many events
	 */
	EventOrder(String name, Runnable flooded) {
		events = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST),
				Thread.ofPlatform().daemon().name(name).factory());
		this.flooded = flooded;
	}

	/** Adds an event; one after the end is dropped, and so are all after one for which there was no room. */
	void add(Runnable event) {
		try {
			events.execute(event);
		} catch (RejectedExecutionException e) {
			if (!events.isShutdown()) {
				events.shutdown();
				flooded.run();
			}
		}
	}

	/** Ends the order with a last event, for which there is always room. */
	void end(Runnable last) {
		events.shutdown();
		Thread.ofVirtual().start(() -> {
			try {
				events.awaitTermination(LIMIT_SECONDS, TimeUnit.SECONDS);
			} catch (InterruptedException e) {
				Thread.currentThread().interrupt();
			}
			last.run();
		});
	}
}
