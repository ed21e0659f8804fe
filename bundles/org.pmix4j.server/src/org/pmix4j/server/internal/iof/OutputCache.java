// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.iof;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.Predicate;

/**
 * A queue of waiting output, limited in bytes. The ends of streams are never dropped, and the piece after a gap carries the number of
 * missing bytes. Owned by an {@link OutputRouter} or a {@link Pull}.
 */
final class OutputCache {
	private final Deque<Output> waiting = new ArrayDeque<>();
	/** Ends of streams that are older than all waiting output; the output after them was dropped. */
	private final Deque<Output> oldEnds = new ArrayDeque<>();
	private final LongPredicate isRoom;
	private final boolean dropOldest;
	private long size;
	/** Bytes that were dropped after the last piece. */
	private long gap;

	/**
	 * @param limit      capacity in bytes
	 * @param dropOldest whether the oldest output is dropped on overflow; otherwise the newest
	 */
	OutputCache(int limit, boolean dropOldest) {
		this(bytes -> bytes <= limit, dropOldest);
	}

	/**
	 * @param isRoom     whether the queue may have that size in bytes
	 * @param dropOldest whether the oldest output is dropped on overflow; otherwise the newest
	 */
	OutputCache(LongPredicate isRoom, boolean dropOldest) {
		this.isRoom = isRoom;
		this.dropOldest = dropOldest;
	}

	void add(Output output) {
		boolean fits = isRoom.test(size + output.cost());
		while (!fits && dropOldest && dropOldest()) {
			fits = isRoom.test(size + output.cost());
		}
		if (fits || output.isEnd()) {
			waiting.add(afterGap(output));
			size += output.cost();
		} else {
			gap += output.lost() + output.data().size();
		}
	}

	/** Returns the next piece of output with the bytes that were dropped since the last one. */
	Output afterGap(Output output) {
		Output next = output.after(gap);
		gap = 0;
		return next;
	}

	/** Drops the oldest output that is not the end of a stream, and returns whether there was any. */
	private boolean dropOldest() {
		while (!waiting.isEmpty() && waiting.element().isEnd()) {
			oldEnds.add(waiting.remove());
		}
		if (waiting.isEmpty()) {
			return false;
		}
		Output dropped = waiting.remove();
		size -= dropped.cost();
		long lost = dropped.lost() + dropped.data().size();
		if (waiting.isEmpty()) {
			gap += lost;
		} else {
			waiting.push(waiting.remove().after(lost));
		}
		return true;
	}

	/** @return the output that the predicate selects, in order; it is removed */
	List<Output> take(Predicate<Output> wanted) {
		List<Output> taken = new ArrayList<>();
		for (Deque<Output> part : List.of(oldEnds, waiting)) {
			Iterator<Output> all = part.iterator();
			while (all.hasNext()) {
				Output output = all.next();
				if (wanted.test(output)) {
					all.remove();
					size -= output.cost();
					taken.add(output);
				}
			}
		}
		return taken;
	}

	boolean isEmpty() {
		return oldEnds.isEmpty() && waiting.isEmpty();
	}

	/** @return the oldest output; it is removed */
	Output takeFirst() {
		Output first = oldEnds.isEmpty() ? waiting.remove() : oldEnds.remove();
		size -= first.cost();
		return first;
	}

	long size() {
		return size;
	}
}
