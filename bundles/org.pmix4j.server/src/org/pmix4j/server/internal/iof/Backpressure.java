// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.iof;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.server.internal.peer.OutputReader;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Tracks output that waits for room in readers' queues. Room is known only after the messages of an event are written, so it is checked
 * once after each event; later changes are reported by the connections. Owned by an {@link OutputRouter}, on the loop.
 */
final class Backpressure {
	/** A piece of output that is sent to several readers. */
	private static final class Turn {
		private final CompletableFuture<Void> done = new CompletableFuture<>();
		private int readers;
	}

	private final EventLoop loop;
	private final Runnable look;
	private final Map<OutputReader, List<Turn>> waiting = new LinkedHashMap<>();
	private boolean planned;

	/** The action runs once after an event in which output was sent. */
	Backpressure(EventLoop loop, Runnable look) {
		this.loop = loop;
		this.look = look;
	}

	/** @return completes when all these readers have room or are gone */
	CompletableFuture<Void> room(Set<OutputReader> readers) {
		assert loop.inLoop();
		Turn turn = new Turn();
		turn.readers = readers.size();
		for (OutputReader reader : readers) {
			waiting.computeIfAbsent(reader, r -> new ArrayList<>()).add(turn);
		}
		return turn.done;
	}

	/** Schedules a check, since output was sent. */
	void plan() {
		assert loop.inLoop();
		if (!planned) {
			planned = true;
			loop.defer(() -> {
				planned = false;
				look.run();
			});
		}
	}

	Set<OutputReader> readers() {
		return new LinkedHashSet<>(waiting.keySet());
	}

	/** Releases output that waits for a reader, since the reader has room or is gone. */
	void release(OutputReader reader) {
		assert loop.inLoop();
		List<Turn> turns = waiting.remove(reader);
		if (turns != null) {
			for (Turn turn : turns) {
				turn.readers--;
				if (turn.readers == 0) {
					turn.done.complete(null);
				}
			}
		}
	}

	int waiting() {
		return waiting.values().stream().mapToInt(List::size).sum();
	}
}
