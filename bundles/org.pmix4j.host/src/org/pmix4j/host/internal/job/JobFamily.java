// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.host.HostListener;
import org.pmix4j.host.JobResult;
import org.pmix4j.host.OutputSink;
import org.pmix4j.host.internal.streams.SharedSink;
import org.pmix4j.host.internal.thread.Alarm;
import org.pmix4j.host.internal.thread.HostThread;

/**
 * A launched job, all its descendants, and the jobs that tools spawn while no other job was launched: one launcher shows their output
 * and exits with one code. Shared by the {@link JobTies} of its jobs, used on the host's thread.
 *
 * @see "PRRTE, state/dvm: the exit code of prterun is that of the job that failed first"
 */
final class JobFamily {
	private final HostThread thread;
	private final OutputSink sink;
	private final HostListener listener;
	private final CompletableFuture<JobResult> over = new CompletableFuture<>();
	private Optional<JobResult> eldest = Optional.empty();
	private Optional<JobResult> failure = Optional.empty();
	private int turnOfFailure = Integer.MAX_VALUE;
	private int turns;
	private final Set<String> told = new HashSet<>();
	private final List<Kin> living = new ArrayList<>();
	private final Alarm alarm;

	/** Begins without a job; all jobs of the family write to the sink. */
	JobFamily(HostThread thread, OutputSink sink, HostListener listener) {
		this.thread = thread;
		this.listener = listener;
		this.sink = new SharedSink(sink);
		alarm = new Alarm(thread);
	}

	/** Returns the listener of the launch. */
	HostListener listener() {
		return listener;
	}

	/** Returns whether a text is given for the first time. */
	boolean isNew(String text) {
		return told.add(text);
	}

	/** Returns the sink of all its jobs. */
	OutputSink sink() {
		return sink;
	}

	/** Completes when the last job has ended, with the result of the job that failed first, or else of the launched job. */
	CompletableFuture<JobResult> over() {
		return over;
	}

	void born(Kin job) {
		living.add(job);
	}

	/** Ends all jobs of the family after the limit. */
	void limit(Duration limit) {
		alarm.set(limit, () -> List.copyOf(living).forEach(job -> job.timedOut(limit)));
	}

	/** Notes that a job begins to fail; returns the place of the failure in the order of failures. */
	int failing() {
		assert thread.inThread();
		return turns++;
	}

	/** Notes that a job has ended. */
	void died(Kin job, boolean isEldest, JobResult result, boolean counts, int turn) {
		assert thread.inThread();
		if (isEldest) {
			eldest = Optional.of(result);
		}
		if (counts && result.exitCode() != 0 && turn < turnOfFailure) {
			failure = Optional.of(result);
			turnOfFailure = turn;
		}
		living.remove(job);
		if (living.isEmpty()) {
			alarm.cancel();
			failure.or(() -> eldest).ifPresent(over::complete);
		}
	}
}
