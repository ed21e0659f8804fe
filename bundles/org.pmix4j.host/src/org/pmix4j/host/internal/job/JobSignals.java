// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.host.events.JobStage;
import org.pmix4j.host.internal.posix.Signals;

/**
 * Delivers signals to the ranks of one job; signals to all of them suspend and resume it. Owned by its {@link JobOrders}, used on the
 * host's thread.
 */
final class JobSignals {
	private final JobProgress progress;

	JobSignals(JobProgress progress) {
		this.progress = progress;
	}

	/**
	 * Sends a signal to all ranks or some. TSTP, the stop signal of terminals, is delivered as STOP, which ranks cannot ignore. Completes
	 * when the ranks have got it.
	 */
	CompletableFuture<Void> send(int signal, List<RankRun> targets, boolean toAll) {
		int delivered = signal == Signals.TSTP ? Signals.STOP : signal;
		CompletableFuture<?>[] sent = targets.stream().flatMap(rank -> rank.child().stream())
				.map(process -> process.signal(delivered).toCompletableFuture()).toArray(CompletableFuture[]::new);
		boolean isSuspended = progress.stage() == JobStage.SUSPENDED;
		if (toAll && progress.tally().isRunning()) {
			if (delivered == Signals.STOP && !isSuspended) {
				progress.enter(JobStage.SUSPENDED);
			} else if (delivered == Signals.CONT && isSuspended) {
				progress.enter(progress.running());
			}
		}
		return CompletableFuture.allOf(sent);
	}
}
