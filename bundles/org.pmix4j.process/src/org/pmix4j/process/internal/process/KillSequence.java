// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.PollLoop;

/**
 * Ends processes with growing force: TERM, then CONT, then KILL after a grace time. CONT follows TERM: a stopped process must be
 * continued to handle the TERM, and the TERM has to be the first thing that it sees. Every end of a rank in order runs through here.
 * Runs on the loop's thread.
 */
public final class KillSequence {
	/** The time that output may be held open after KILL, by processes outside the groups. */
	private static final Duration OUTPUT_LIMIT = Duration.ofMillis(250);

	private KillSequence() {
	}

	/** Sends TERM and CONT, KILL after the grace time, and closes the output a moment later. Completes when all processes have ended. */
	static CompletableFuture<Void> run(PollLoop loop, Collection<? extends ChildProcess> targets, Duration grace) {
		assert loop.inLoop();
		List<ChildProcess> children = List.copyOf(targets);
		children.forEach(child -> {
			child.signal(Signals.TERM);
			child.signal(Signals.CONT);
		});
		return killAfter(loop, children, grace);
	}

	/** Sends KILL after a time to those that have not ended, and closes their output a moment later. Completes when all have ended. */
	static CompletableFuture<Void> killAfter(PollLoop loop, Collection<? extends ChildProcess> targets, Duration time) {
		assert loop.inLoop();
		List<ChildProcess> children = List.copyOf(targets);
		PollLoop.Timer timer = loop.schedule(time, () -> kill(children, OUTPUT_LIMIT));
		CompletableFuture<Void> ended = allEnded(children);
		ended.thenRun(() -> loop.cancel(timer));
		return ended;
	}

	/** Sends KILL immediately, and closes the output after the limit. Completes when all processes have ended. */
	static CompletableFuture<Void> kill(Collection<? extends ChildProcess> children, Duration outputLimit) {
		children.forEach(child -> {
			child.signal(Signals.KILL);
			child.closeOutputs(outputLimit);
		});
		return allEnded(children);
	}

	private static CompletableFuture<Void> allEnded(Collection<? extends ChildProcess> children) {
		return CompletableFuture
				.allOf(children.stream().map(child -> child.ended().toCompletableFuture()).toArray(CompletableFuture[]::new));
	}
}
