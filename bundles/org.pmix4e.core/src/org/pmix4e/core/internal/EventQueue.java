// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Carries events from threads that must not wait to a thread of its own, which exists only while events are waiting. An event that equals
 * a waiting one is dropped, so a slow receiver does not make the queue grow. May be used from any thread.
 *
 * @param <E> the type of events, which are compared by equals
 */
public final class EventQueue<E> implements AutoCloseable {
	private static final long IDLE_SECONDS = 5;

	private final Consumer<List<E>> receiver;
	private final ThreadPoolExecutor executor;
	private Set<E> waiting = new LinkedHashSet<>();
	private boolean closed;

	/**
	 * @param name     the name of the thread
	 * @param receiver receives the events; calls do not overlap
	 */
	public EventQueue(String name, Consumer<List<E>> receiver) {
		this.receiver = receiver;
		executor = new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
			Thread thread = new Thread(task, name);
			thread.setDaemon(true);
			return thread;
		});
		executor.allowCoreThreadTimeOut(true);
	}

	/**
	 * Adds an event. Has no effect after {@link #close()}.
	 *
	 * @param event the event
	 */
	public synchronized void post(E event) {
		boolean first = waiting.isEmpty();
		if (!closed && waiting.add(event) && first) {
			executor.execute(this::tell);
		}
	}

	/** Drops all waiting events. A call that is under way still completes. */
	@Override
	public synchronized void close() {
		closed = true;
		waiting.clear();
		executor.shutdown();
	}

	private void tell() {
		List<E> events = take();
		if (!events.isEmpty()) {
			receiver.accept(events);
		}
	}

	private synchronized List<E> take() {
		Set<E> taken = waiting;
		waiting = new LinkedHashSet<>();
		return List.copyOf(taken);
	}
}
