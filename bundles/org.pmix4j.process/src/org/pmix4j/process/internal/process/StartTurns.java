// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

import org.pmix4j.process.internal.posix.PollLoop;
import org.pmix4j.process.internal.posix.RlimitMarker;

/**
 * The processes that are to be started. Each job in turn starts one, so that a small job does not wait for a large one, and between two
 * starts the loop does its other work. Owned by a {@link ProcessLoop}; starts may be added from any thread.
 */
final class StartTurns {
	/**
	 * A process to be started.
	 *
	 * @param spec    how
	 * @param handler receives the output
	 * @param started completes on the loop's thread
	 */
	record Start(SpawnSpec spec, OutputHandler handler, CompletableFuture<ChildProcess> started) {
	}

	private final PollLoop loop;
	private final Consumer<Start> begin;
	/** By the mark of the job, in the order of their turns; never with an empty queue. */
	private final SequencedMap<Optional<RlimitMarker>, Queue<Start>> waiting = new LinkedHashMap<>();
	private boolean serving;

	/** @param begin starts a process on the loop's thread, and never throws; after the end of the loop on any thread, to refuse it */
	StartTurns(PollLoop loop, Consumer<Start> begin) {
		this.loop = loop;
		this.begin = begin;
	}

	/** Adds a start behind those of the same job. */
	void add(Start start) {
		synchronized (this) {
			waiting.computeIfAbsent(start.spec().mark(), mark -> new ArrayDeque<>()).add(start);
			if (serving) {
				return;
			}
			serving = true;
		}
		serveLater();
	}

	private void serveLater() {
		try {
			loop.execute(this::serve);
		} catch (RejectedExecutionException e) {
			takeAll().forEach(begin);
		}
	}

	private void serve() {
		Optional<Start> next = take();
		if (next.isPresent()) {
			begin.accept(next.get());
			serveLater();
		}
	}

	/** Takes the next start, and gives its job the last turn. */
	private synchronized Optional<Start> take() {
		Map.Entry<Optional<RlimitMarker>, Queue<Start>> first = waiting.pollFirstEntry();
		if (first == null) {
			serving = false;
			return Optional.empty();
		}
		Start next = first.getValue().remove();
		if (!first.getValue().isEmpty()) {
			waiting.put(first.getKey(), first.getValue());
		}
		return Optional.of(next);
	}

	private synchronized List<Start> takeAll() {
		List<Start> all = new ArrayList<>();
		waiting.values().forEach(all::addAll);
		waiting.clear();
		serving = false;
		return all;
	}
}
