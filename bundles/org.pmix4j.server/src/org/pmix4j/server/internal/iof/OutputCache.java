// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.iof;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/** A queue of waiting output, limited in bytes. Owned by an {@link OutputRouter} or a {@link Pull}. */
final class OutputCache {
	private final Deque<Output> waiting = new ArrayDeque<>();
	private final int limit;
	private final boolean dropOldest;
	private long size;

	/**
	 * @param limit      capacity in bytes
	 * @param dropOldest whether the oldest output is dropped on overflow; otherwise the newest, except the end of a stream
	 */
	OutputCache(int limit, boolean dropOldest) {
		this.limit = limit;
		this.dropOldest = dropOldest;
	}

	void add(Output output) {
		if (dropOldest) {
			append(output);
			while (size > limit && waiting.size() > 1) {
				size -= waiting.remove().cost();
			}
		} else if (output.isEnd() || size + output.cost() <= limit) {
			append(output);
		}
	}

	private void append(Output output) {
		waiting.add(output);
		size += output.cost();
	}

	/** @return the output that the predicate selects, in order; it is removed */
	List<Output> take(Predicate<Output> wanted) {
		List<Output> taken = new ArrayList<>();
		Iterator<Output> all = waiting.iterator();
		while (all.hasNext()) {
			Output output = all.next();
			if (wanted.test(output)) {
				all.remove();
				size -= output.cost();
				taken.add(output);
			}
		}
		return taken;
	}

	boolean isEmpty() {
		return waiting.isEmpty();
	}

	/** @return the oldest output; it is removed */
	Output takeFirst() {
		Output first = waiting.remove();
		size -= first.cost();
		return first;
	}

	long size() {
		return size;
	}
}
