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
 * Who waits for room in whose queue. Whether there is room shows only when what an event has sent was written, so that is looked at
 * once after each event; later the connection tells. Owned by an {@link OutputRouter}, on the loop.
 */
final class Backpressure {
	/** A piece of output, on its way to several readers. */
	private static final class Turn {
		private final CompletableFuture<Void> done = new CompletableFuture<>();
		private int readers;
	}

	private final EventLoop loop;
	private final Runnable look;
	private final Map<OutputReader, List<Turn>> waiting = new LinkedHashMap<>();
	private boolean planned;

	/** The action is run once after an event in which something was sent. */
	Backpressure(EventLoop loop, Runnable look) {
		this.loop = loop;
		this.look = look;
	}

	/** @return completes when all of these have room, or are gone */
	CompletableFuture<Void> room(Set<OutputReader> readers) {
		Turn turn = new Turn();
		turn.readers = readers.size();
		for (OutputReader reader : readers) {
			waiting.computeIfAbsent(reader, r -> new ArrayList<>()).add(turn);
		}
		return turn.done;
	}

	/** Something was sent. */
	void plan() {
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

	/** It has room, or is gone. */
	void release(OutputReader reader) {
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
