// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.job;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.host.posix.Signals;

/**
 * Delivers signals to the ranks of one job, and knows whether those that went to all of them have stopped it. What comes while the job
 * starts is kept until all ranks run, so that each of them gets it. Owned by a {@link JobCourse}, used on the host's thread.
 */
final class JobSignals {
	private final RankTally tally;
	private final Runnable changed;
	private final List<Runnable> early = new ArrayList<>();
	private boolean begun;
	private boolean suspended;

	/** Tells when signals have suspended the job, or resumed it. */
	JobSignals(RankTally tally, Runnable changed) {
		this.tally = tally;
		this.changed = changed;
	}

	boolean isSuspended() {
		return suspended;
	}

	/** All ranks run. */
	void begin() {
		begun = true;
		early.forEach(Runnable::run);
		early.clear();
	}

	/** Sends a signal, to all ranks or some. That of a terminal to stop is delivered as one that cannot be ignored. */
	void send(int signal, List<RankRun> targets, boolean toAll) {
		if (!begun) {
			early.add(() -> send(signal, targets, toAll));
			return;
		}
		int delivered = signal == Signals.TSTP ? Signals.STOP : signal;
		targets.forEach(rank -> rank.signal(delivered));
		boolean before = suspended;
		if (toAll && tally.isRunning()) {
			suspended = delivered == Signals.STOP || before && delivered != Signals.CONT;
		}
		if (suspended != before) {
			changed.run();
		}
	}
}
