// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import org.pmix4j.host.internal.fate.FailureText;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.job.ExitOutcome;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.events.RankStage;
import org.pmix4j.job.options.RecoveryOptions;

/**
 * Decides which ranks of one job are started again after a failure. A rank that was restarted counts as failed only when its restarts are
 * used up. Owned by its {@link JobController}, used on the host's thread.
 *
 * @see "PRRTE 3, prterun --help runtime-options: autorestart, continuous, max-restarts"
 */
final class JobRestarts {
	/** A rank that fails after less than this time is started again after a pause. */
	private static final Duration SOON = Duration.ofSeconds(10);
	/** The first pause, and the steps in which ranks wait. */
	private static final Duration STEP = Duration.ofMillis(50);
	/** The number of times that the pause is doubled: up to 1.6 s. */
	private static final int DOUBLINGS = 5;

	private final JobSpec spec;
	private final JobProgress progress;
	private final Consumer<String> tell;
	private final HostThread thread;
	private final JobEnd end;
	private final Set<RankRun> due = new HashSet<>();
	/** The number of early failures of a rank in a row. */
	private final Map<RankRun, Integer> quick = new HashMap<>();
	private boolean warned;

	/** Forwards messages for the user to {@code tell}. */
	JobRestarts(JobSpec spec, JobProgress progress, HostThread thread, JobEnd end, Consumer<String> tell) {
		this.thread = thread;
		this.end = end;
		this.spec = spec;
		this.progress = progress;
		this.tell = tell;
	}

	/** Returns whether a rank that has failed is to be started again, which must happen after the end of its output. */
	boolean claim(RankRun rank, ExitOutcome fate) {
		int limit = spec.get(RecoveryOptions.RESTART) ? spec.apps().get(rank.appNumber()).options().get(RecoveryOptions.MAX_RESTARTS) : 0;
		if (limit == 0 && !warned && spec.options().isSet(RecoveryOptions.RESTART) && spec.get(RecoveryOptions.RESTART)) {
			warned = true;
			tell.accept("no failed rank is restarted, as max-restarts is 0");
		}
		// an abort ends the job for all of its ranks
		if (rank.restarts() >= limit || fate.cause() == ExitOutcome.Cause.ABORT) {
			return false;
		}
		due.add(rank);
		tell.accept(FailureText.failed(rank, fate.description(), 0, 1) + "; it is restarted (" + (rank.restarts() + 1) + " of " + limit + ")");
		return true;
	}

	boolean isDue(RankRun rank) {
		return due.contains(rank);
	}

	/**
	 * Starts a rank again, immediately for the first time and after a growing pause while it fails soon each time, unless the job is ended.
	 */
	void begin(RankRun rank, Runnable spawn) {
		assert thread.inThread();
		due.remove(rank);
		int before = Duration.between(rank.since(), Instant.now()).compareTo(SOON) < 0 ? quick.getOrDefault(rank, 0) : 0;
		quick.put(rank, before + 1);
		progress.tally().pausing(1);
		pause(rank, before == 0 ? 0 : 1 << Math.min(before - 1, DOUBLINGS), spawn);
	}

	/** Waits some short steps, as the job may be ended meanwhile. */
	private void pause(RankRun rank, int steps, Runnable spawn) {
		if (!end.isForced() && steps > 0) {
			thread.schedule(STEP, () -> pause(rank, steps - 1, spawn));
			return;
		}
		progress.tally().pausing(-1);
		if (end.isForced()) {
			end.finishIfDone();
		} else {
			again(rank);
			spawn.run();
		}
	}

	private void again(RankRun rank) {
		progress.tally().startingAgain(rank.isInitialized());
		rank.again();
		progress.changed(rank, RankStage.RESTART);
	}
}
