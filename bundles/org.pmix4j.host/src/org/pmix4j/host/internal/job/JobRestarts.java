// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

import org.pmix4j.host.Fate;
import org.pmix4j.host.JobSpec;
import org.pmix4j.host.events.RankStage;
import org.pmix4j.host.internal.fate.FailureText;
import org.pmix4j.host.options.RecoveryOptions;

/**
 * Decides which ranks of one job are started again after a failure. A rank that was restarted counts as failed only when its restarts are
 * used up. Owned by its {@link JobCourse}, used on the host's thread.
 *
 * @see "PRRTE 3, prterun --help runtime-options: autorestart, continuous, max-restarts"
 */
final class JobRestarts {
	private final JobSpec spec;
	private final JobProgress progress;
	private final Consumer<String> tell;
	private final Set<RankRun> due = new HashSet<>();
	private boolean warned;

	/** Passes messages for the user on to {@code tell}. */
	JobRestarts(JobSpec spec, JobProgress progress, Consumer<String> tell) {
		this.spec = spec;
		this.progress = progress;
		this.tell = tell;
	}

	/** Returns whether a rank that has failed is to be started again, which must happen after the end of its output. */
	boolean claim(RankRun rank, Fate fate) {
		int limit = spec.get(RecoveryOptions.RESTART) ? spec.apps().get(rank.appNumber()).options().get(RecoveryOptions.MAX_RESTARTS) : 0;
		if (limit == 0 && !warned && spec.options().isSet(RecoveryOptions.RESTART) && spec.get(RecoveryOptions.RESTART)) {
			warned = true;
			tell.accept("no failed rank is restarted, as max-restarts is 0");
		}
		// an abort ends the job for all of its ranks
		if (rank.restarts() >= limit || fate.cause() == Fate.Cause.ABORT) {
			return false;
		}
		due.add(rank);
		tell.accept(FailureText.failed(rank, fate.description(), 0, 1) + "; it is restarted (" + (rank.restarts() + 1) + " of " + limit + ")");
		return true;
	}

	boolean isDue(RankRun rank) {
		return due.contains(rank);
	}

	/** Prepares the rank for its next start. */
	void begin(RankRun rank) {
		due.remove(rank);
		progress.tally().startingAgain(rank.isInitialized());
		rank.again();
		progress.changed(rank, RankStage.RESTART);
	}
}
