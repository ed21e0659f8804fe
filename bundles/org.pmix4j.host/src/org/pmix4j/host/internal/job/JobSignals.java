// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.host.internal.posix.Signals;

/**
 * Delivers signals to the ranks of one job and keeps track of whether signals to all of them have suspended it. Owned by a
 * {@link JobCourse}.
 */
final class JobSignals {
	private final RankTally tally;
	private final Runnable changed;
	private boolean suspended;

	/** Runs {@code changed} after signals have suspended or resumed the job. */
	JobSignals(RankTally tally, Runnable changed) {
		this.tally = tally;
		this.changed = changed;
	}

	boolean isSuspended() {
		return suspended;
	}

	/**
	 * Sends a signal to all ranks or some. TSTP, the stop signal of terminals, is delivered as STOP, which ranks cannot ignore. Completes
	 * when the ranks have got it.
	 */
	CompletableFuture<Void> send(int signal, List<RankRun> targets, boolean toAll) {
		int delivered = signal == Signals.TSTP ? Signals.STOP : signal;
		CompletableFuture<?>[] sent = targets.stream().flatMap(rank -> rank.child().stream())
				.map(process -> process.signal(delivered).toCompletableFuture()).toArray(CompletableFuture[]::new);
		boolean before = suspended;
		if (toAll && tally.isRunning()) {
			suspended = delivered == Signals.STOP || before && delivered != Signals.CONT;
		}
		if (suspended != before) {
			changed.run();
		}
		return CompletableFuture.allOf(sent);
	}
}
