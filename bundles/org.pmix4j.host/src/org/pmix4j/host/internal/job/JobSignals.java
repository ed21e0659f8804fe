// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.job.events.JobStage;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.process.ChildProcess;

/**
 * Delivers signals to the ranks of one job, and follows those that others send, as they suspend and resume ranks and job. Owned by its
 * {@link JobCommands}, used on the host's thread.
 */
final class JobSignals {
	private final JobProgress progress;

	private final HostThread thread;

	private final DebugStop hold;

	JobSignals(HostThread thread, JobProgress progress, DebugStop hold) {
		this.thread = thread;
		this.progress = progress;
		this.hold = hold;
	}

	/** Follows the stops of a rank's process by any signal. */
	void follow(RankRun rank, ChildProcess child) {
		assert thread.inThread();
		child.onStop(signal -> thread.execute(() -> {
			if (rank.child().filter(child::equals).isPresent() && rank.isRunning() && rank.stopped(signal)) {
				progress.stoppedOrContinued(rank);
				if (hold.place().isEmpty()) { // a job that waits for a debugger is not suspended
					enterOrLeaveSuspended();
				}
			}
		}));
	}

	/**
	 * Sends a signal to all ranks or some. TSTP, the stop signal of terminals, is delivered as STOP, which ranks cannot ignore. Completes
	 * when the ranks have got it.
	 */
	CompletableFuture<Void> send(int signal, List<RankRun> targets) {
		assert thread.inThread();
		Set<RankRun> before = progress.ranks().stream().filter(RankRun::isSuspended).collect(Collectors.toSet());
		CompletableFuture<?>[] sent = targets.stream().map(rank -> rank.deliver(signal)).toArray(CompletableFuture[]::new);
		if (signal == Signals.STOP || signal == Signals.TSTP || signal == Signals.CONT) {
			targets.stream().filter(rank -> rank.isSuspended() != before.contains(rank)).forEach(progress::stoppedOrContinued);
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
