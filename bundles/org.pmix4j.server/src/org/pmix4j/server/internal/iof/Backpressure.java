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

/** Tracks the writers of output that wait for room in readers' queues. Owned by an {@link OutputRouter}, on the loop. */
final class Backpressure {
	/** A piece of output that is sent to several readers. */
	private static final class Turn {
		private final CompletableFuture<Void> done = new CompletableFuture<>();
		private int readers;
	}

	private final EventLoop loop;
	private final Map<OutputReader, List<Turn>> waiting = new LinkedHashMap<>();

	Backpressure(EventLoop loop) {
		this.loop = loop;
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

	/** @return number of pieces for whose readers a writer waits; those of several readers count for each of them */
	int waiting() {
		return waiting.values().stream().mapToInt(List::size).sum();
	}
}
