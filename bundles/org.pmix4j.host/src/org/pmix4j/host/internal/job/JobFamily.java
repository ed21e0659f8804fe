// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.host.internal.fate.JobFailure;
import org.pmix4j.host.internal.memory.JobMemory;
import org.pmix4j.host.internal.thread.Alarm;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.internal.streams.SharedSink;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/**
 * A launched job, all its descendants, and the jobs that tools spawn while no other job was launched: one launcher shows their output
 * and exits with one code. Shared by the {@link JobRelations} of its jobs, used on the host's thread.
 *
 * @see "PRRTE, state/dvm: the exit code of prterun is that of the job that failed first"
 */
final class JobFamily {
	private final HostThread thread;
	private final OutputSink sink;
	private final JobListener listener;
	private final CompletableFuture<JobResult> over = new CompletableFuture<>();
	private Optional<JobResult> eldest = Optional.empty();
	private Optional<JobResult> failure = Optional.empty();
	private int turnOfFailure = Integer.MAX_VALUE;
	private int turns;
	private final Set<String> told = new HashSet<>();
	/** The jobs that have not ended, with the memory that is reserved for each. */
	private final Map<Member, Long> living = new LinkedHashMap<>();
	private final Alarm alarm;
	private final JobMemory.Share memory;

	/** Begins without a job; all jobs of the family write to the sink. */
	JobFamily(HostThread thread, OutputSink sink, JobListener listener, JobMemory.Share memory) {
		this.thread = thread;
		this.memory = memory;
		this.listener = listener;
		this.sink = new SharedSink(sink);
		alarm = new Alarm(thread);
	}

	/** Returns the listener of the launch. */
	JobListener listener() {
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

	void born(Member job) {
		living.put(job, 0L);
	}

	/**
	 * Reserves the memory for a job until its end.
	 *
	 * @throws PmixException JOB_FAILED_TO_LAUNCH if it has too many ranks, OUT_OF_RESOURCE if there is no room for it
	 */
	void reserve(Member job, JobSpec spec) throws PmixException {
		assert thread.inThread();
		if (spec.size() > AppSpec.MAX_STARTED && !spec.get(JobOptions.DO_NOT_LAUNCH)) {
			throw new PmixException(Status.ERR_JOB_FAILED_TO_LAUNCH, "it has " + spec.size() + " ranks, and at most " + AppSpec.MAX_STARTED
					+ " are started; a larger job can only be mapped, to simulated nodes");
		}
		living.put(job, memory.take(spec));
	}

	/** Ends all jobs of the family after the limit. */
	void limit(Duration limit) {
		alarm.set(limit, () -> List.copyOf(living.keySet()).forEach(job -> job.timedOut(limit)));
	}

	/** Notes that a job begins to fail; returns the place of the failure in the order of failures. */
	int failing() {
		assert thread.inThread();
		return turns++;
	}

	/** Notes that a job has ended, if that is not known yet. */
	void died(Member job, boolean isEldest, JobResult result, boolean counts, int turn) {
		assert thread.inThread();
		Long reserved = living.remove(job);
		if (reserved == null) {
			return;
		}
		memory.give(reserved);
		if (isEldest) {
			eldest = Optional.of(result);
		}
		if (counts && result.exitCode() != 0 && turn < turnOfFailure) {
			failure = Optional.of(result);
			turnOfFailure = turn;
		}
		if (living.isEmpty()) {
			alarm.cancel();
			failure.or(() -> eldest).ifPresent(over::complete);
		}
	}

	/** A job as its family sees it. */
	interface Member {
		String nspace();

		/** Returns the job for its users. */
		Job job();

		/** Ends the job, as its family has run for the time that it was allowed. */
		void timedOut(Duration limit);

		/** Returns whether its ranks are being ended, or all have gone. */
		boolean isEnding();

		/** Ends the job, unless it is ending already. */
		void end(JobFailure because);
	}
}
