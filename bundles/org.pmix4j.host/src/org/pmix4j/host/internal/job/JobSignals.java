// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.util.List;

import org.pmix4j.host.internal.posix.Signals;

/**
 * Delivers signals to the ranks of one job, and knows whether those that went to all of them have stopped it. Owned by a
 * {@link JobCourse}, used on the host's thread.
 */
final class JobSignals {
	private final RankTally tally;
	private final Runnable changed;
	private boolean suspended;

	/** Tells when signals have suspended the job, or resumed it. */
	JobSignals(RankTally tally, Runnable changed) {
		this.tally = tally;
		this.changed = changed;
	}

	boolean isSuspended() {
		return suspended;
	}

	/** Sends a signal, to all ranks or some. That of a terminal to stop is delivered as one that cannot be ignored. */
	void send(int signal, List<RankRun> targets, boolean toAll) {
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
