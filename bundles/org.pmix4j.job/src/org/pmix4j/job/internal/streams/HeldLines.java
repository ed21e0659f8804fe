// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.internal.streams;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The unfinished lines of one job that are held back: how long yet, and how many bytes, a memory use that no back-pressure bounds. Owned by
 * an {@link OutputFormatter}.
 */
public final class HeldLines {
	private static final int LIMIT = 32 << 20;
	/** The time after which an incomplete line is passed on: long enough for a line written in parts, short for a prompt. */
	private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(100);

	/** By the stream, the time at which it is due; in that order, as all wait equally long. */
	private final Map<StreamLines, Long> due = new LinkedHashMap<>();
	private int count;

	/** Counts bytes that a stream holds back, from now on unless it holds some already. */
	void add(StreamLines lines, int bytes) {
		count += bytes;
		if (!due.containsKey(lines)) {
			due.put(lines, System.nanoTime() + PATIENCE);
		}
	}

	/** Notes that a stream no longer holds anything back. */
	void remove(StreamLines lines, int bytes) {
		count -= bytes;
		due.remove(lines);
	}

	boolean isTooMuch() {
		return count > LIMIT;
	}

	/** {@return whether no line is held back} */
	public boolean isEmpty() {
		return due.isEmpty();
	}

	/** {@return the time in nanoseconds until the first stream is due, at least 0; there must be one} */
	public long untilDue() {
		return Math.max(0, due.values().iterator().next() - System.nanoTime());
	}

	/** {@return the streams that are due, which are due again after the same time} */
	public List<StreamLines> takeDue() {
		List<StreamLines> taken = new ArrayList<>();
		long now = System.nanoTime();
		for (Map.Entry<StreamLines, Long> each : due.entrySet()) {
			if (each.getValue() - now > 0) {
				break;
			}
			taken.add(each.getKey());
		}
		for (StreamLines each : taken) {
			due.remove(each);
			due.put(each, now + PATIENCE);
		}
		return taken;
	}
}
