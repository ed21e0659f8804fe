// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.event;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Events that are kept for handlers registered later: at most 512 of them, for two minutes. Owned by a client or server, on its
 * loop.
 *
 * @param <E> an event, and whatever its owner notes about it
 * @see "OpenPMIx src/runtime/pmix_init.c, max_events and event_eviction_time"
 */
public final class RecentEvents<E> {
	private static final int MOST = 512;
	private static final long AGE = Duration.ofSeconds(120).toNanos();

	private final Deque<Kept<E>> events = new ArrayDeque<>();
	private final Consumer<E> removed;

	/** Keeps events without further data of the owner. */
	public RecentEvents() {
		this(event -> {
			// nothing to do
		});
	}

	/** @param removed is given each event that is no longer kept, for whatever reason */
	public RecentEvents(Consumer<E> removed) {
		this.removed = removed;
	}

	private record Kept<E>(E event, long since) {
	}

	/**
	 * Keeps an event; drops the oldest one if there are too many.
	 *
	 * @param event the event
	 * @param now   on the clock of the loop, in nanoseconds
	 */
	public void add(E event, long now) {
		dropOld(now);
		if (events.size() == MOST) {
			removeFirst();
		}
		events.addLast(new Kept<>(event, now));
	}

	/**
	 * @param now on the clock of the loop, in nanoseconds
	 * @return the events that are not too old, oldest first
	 */
	public List<E> all(long now) {
		dropOld(now);
		return events.stream().map(Kept::event).toList();
	}

	/**
	 * Removes events and returns them.
	 *
	 * @param wanted selects the events
	 * @param now    on the clock of the loop, in nanoseconds
	 * @return the selected events that are not too old, oldest first
	 */
	public List<E> take(Predicate<E> wanted, long now) {
		List<E> taken = new ArrayList<>(all(now));
		taken.removeIf(wanted.negate());
		removeIf(wanted);
		return taken;
	}

	/**
	 * Removes events.
	 *
	 * @param unwanted selects the events
	 */
	public void removeIf(Predicate<E> unwanted) {
		events.removeIf(kept -> {
			boolean leaves = unwanted.test(kept.event);
			if (leaves) {
				removed.accept(kept.event);
			}
			return leaves;
		});
	}

	/**
	 * Removes the oldest one of some events.
	 *
	 * @param unwanted selects the events
	 * @return whether there was one
	 */
	public boolean removeOldest(Predicate<E> unwanted) {
		for (Iterator<Kept<E>> all = events.iterator(); all.hasNext();) {
			E event = all.next().event;
			if (unwanted.test(event)) {
				all.remove();
				removed.accept(event);
				return true;
			}
		}
		return false;
	}

	/** @return how many events are kept, old ones included */
	public int size() {
		return events.size();
	}

	/**
	 * Removes the events that are too old.
	 *
	 * @param now on the clock of the loop, in nanoseconds
	 */
	public void dropOld(long now) {
		while (!events.isEmpty() && now - events.getFirst().since > AGE) {
			removeFirst();
		}
	}

	private void removeFirst() {
		removed.accept(events.removeFirst().event);
	}
}
