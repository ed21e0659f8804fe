// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import org.pmix4j.job.events.EngineEvent;

/**
 * Keeps the latest events of jobs, in their order, for a reader on another thread. Never makes the engine wait: when it is full, it drops
 * the oldest event. Thread-safe.
 */
public final class EventQueue implements JobListener {
	private final int capacity;
	private final Deque<EngineEvent> events = new ArrayDeque<>();
	private long dropped;

	/**
	 * Creates an empty queue.
	 *
	 * @param capacity the most events that are kept
	 * @throws IllegalArgumentException if it is not positive
	 */
	public EventQueue(int capacity) {
		if (capacity < 1) {
			throw new IllegalArgumentException("a queue keeps at least 1 event, not " + capacity);
		}
		this.capacity = capacity;
	}

	@Override
	public synchronized void onEvent(Job job, EngineEvent event) {
		if (events.size() == capacity) {
			events.removeFirst();
			dropped++;
		}
		events.addLast(event);
		notifyAll();
	}

	/**
	 * Removes the events, and waits for one if there is none.
	 *
	 * @param limit the longest wait; zero for none
	 * @return the events in their order; empty if none has come in time
	 * @throws InterruptedException if the thread is interrupted while it waits
	 */
	public synchronized List<EngineEvent> take(Duration limit) throws InterruptedException {
		long end = System.nanoTime() + limit.toNanos();
		for (long left = limit.toMillis(); events.isEmpty() && left > 0; left = Duration.ofNanos(end - System.nanoTime()).toMillis()) {
			wait(left);
		}
		List<EngineEvent> taken = new ArrayList<>(events);
		events.clear();
		return taken;
	}

	/** {@return how many events were dropped because the reader was too slow} */
	public synchronized long dropped() {
		return dropped;
	}
}
