// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.iof;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.server.internal.peer.OutputReader;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.Timer;

/**
 * Limits how long writers wait for followers: readers of a job that another process has spawned. Writers wait for a follower as long as it
 * reads, but at most ten seconds, and one second for a follower that reads nothing. If it has not made room by then, they go on without it,
 * and it loses output until it has read everything that waits for it. A follower that keeps up misses nothing, however busy the machine is,
 * and one that does not read cannot stop a job. Owned by an {@link OutputRouter}, on the loop.
 */
final class Followers {
	private static final Duration SILENCE = Duration.ofSeconds(1);
	/** Seconds of silence for which a follower that reads too slowly is awaited in all. */
	private static final int LIMIT = 10;

	/** The wait for a follower, which is checked every second. */
	private final class Wait {
		private final OutputReader reader;
		private long written;
		private int checks;
		private Timer timer;

		Wait(OutputReader reader) {
			this.reader = reader;
			written = reader.writtenBytes();
			timer = loop.schedule(SILENCE, this::check);
		}

		private void check() {
			long before = written;
			written = reader.writtenBytes();
			checks++;
			if (written > before && checks < LIMIT) {
				timer = loop.schedule(SILENCE, this::check);
			} else {
				late.add(reader);
				release(reader);
			}
		}

		void end() {
			timer.cancel();
		}
	}

	private final EventLoop loop;
	private final Backpressure pace;
	/** The followers for which writers wait. */
	private final Map<OutputReader, Wait> waits = new HashMap<>();
	/** The followers for which no writer waits until they have caught up. */
	private final Set<OutputReader> late = new HashSet<>();

	Followers(EventLoop loop) {
		this.loop = loop;
		pace = new Backpressure(loop);
	}

	/** Returns whether writers wait for a reader that has no room. */
	boolean isAwaited(OutputReader reader) {
		return !late.contains(reader);
	}

	/** Returns a future that completes when these readers have room or writers go on without them. */
	CompletableFuture<Void> room(Set<OutputReader> readers) {
		return readers.isEmpty() ? CompletableFuture.completedFuture(null) : pace.room(readers);
	}

	/**
	 * Called after an event in which output was sent, when it is known which queues are full.
	 *
	 * @param behind the readers for which output still waits; all others that have room have caught up
	 */
	void settle(Set<OutputReader> behind) {
		assert loop.inLoop();
		late.removeIf(reader -> reader.isWritable() && !behind.contains(reader));
		for (OutputReader reader : pace.readers()) {
			if (reader.isWritable() || reader.isLeaving()) {
				release(reader);
			} else {
				waits.computeIfAbsent(reader, Wait::new);
			}
		}
	}

	private void release(OutputReader reader) {
		Wait wait = waits.remove(reader);
		if (wait != null) {
			wait.end();
		}
		pace.release(reader);
	}

	/** @return number of pieces for whose readers a writer waits */
	int waiting() {
		return pace.waiting();
	}

	/** Called when a reader is gone. */
	void gone(OutputReader reader) {
		assert loop.inLoop();
		late.remove(reader);
		release(reader);
	}
}
