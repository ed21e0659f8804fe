// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.host.events.JobStage;
import org.pmix4j.host.internal.posix.Signals;

/**
 * Delivers signals to the ranks of one job, which suspend and resume ranks and job. Owned by its {@link JobOrders}, used on the
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
	CompletableFuture<Void> send(int signal, List<RankRun> targets) {
		CompletableFuture<?>[] sent = targets.stream().map(rank -> rank.deliver(signal)).toArray(CompletableFuture[]::new);
		if (signal == Signals.STOP || signal == Signals.TSTP || signal == Signals.CONT) {
			targets.forEach(progress::tellOf);
			enterOrLeaveSuspended();
		}
		return CompletableFuture.allOf(sent);
	}

	/** The job is suspended while all of its ranks that run are. */
	private void enterOrLeaveSuspended() {
		List<RankRun> running = progress.ranks().stream().filter(RankRun::isRunning).toList();
		boolean isSuspended = progress.stage() == JobStage.SUSPENDED;
		boolean isToBe = !running.isEmpty() && running.stream().allMatch(RankRun::isSuspended);
		if (isSuspended != isToBe && progress.tally().isRunning()) {
			progress.enter(isToBe ? JobStage.SUSPENDED : progress.running());
		}
	}
}
