// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.process;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.host.internal.posix.PollLoop;
import org.pmix4j.host.internal.posix.Signals;

/**
 * Ends processes with growing force. A stopped process is continued, or it would never see the TERM; but after it, so that the TERM is
 * the first thing that it sees. Runs on the loop's thread.
 */
final class KillSequence {

	private KillSequence() {
	}

	/** Starts with TERM and CONT; after the grace time KILL, after one more the output is closed. Completes when all have ended. */
	static CompletableFuture<Void> run(PollLoop loop, Collection<? extends ChildProcess> targets, Duration grace) {
		List<ChildProcess> children = List.copyOf(targets);
		children.forEach(child -> {
			child.signal(Signals.TERM);
			child.signal(Signals.CONT);
		});
		PollLoop.Timer timer = loop.schedule(grace, () -> kill(children, grace));
		CompletableFuture<Void> ended = allEnded(children);
		ended.thenRun(() -> loop.cancel(timer));
		return ended;
	}

	/** KILL at once. */
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
