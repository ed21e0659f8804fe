// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.fate;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.pmix4j.job.ExitOutcome.Cause;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.RankProcess;
import org.pmix4j.model.Status;

/** Determines the result of a job by its first failure. Owned by the job; the failure may be read from any thread. */
public final class JobVerdict {
	private volatile Optional<JobFailure> first = Optional.empty();

	/**
	 * Notes a failure; only the first one counts.
	 *
	 * @param failure of the job
	 */
	public void note(JobFailure failure) {
		if (first.isEmpty()) {
			first = Optional.of(failure);
		}
	}

	/**
	 * Replaces all failures that were noted.
	 *
	 * @param failure of the job
	 */
	public void giveUp(JobFailure failure) {
		first = Optional.of(failure);
	}

	/** @return the exit code of the first failure; empty if there was none so far */
	public OptionalInt exitCode() {
		return first.map(failure -> OptionalInt.of(failure.exitCode())).orElse(OptionalInt.empty());
	}

	/** @return whether no failure was noted so far */
	public boolean isGood() {
		return first.isEmpty();
	}

	/**
	 * Creates the result, when all ranks have ended.
	 *
	 * @param nspace of the job
	 * @param ranks  all ranks of the job
	 * @return the result
	 */
	public JobResult result(String nspace, List<? extends RankProcess> ranks) {
		if (first.isEmpty()) {
			return new JobResult(nspace, Status.SUCCESS, 0, Optional.empty(), Optional.empty());
		}
		JobFailure failure = first.get();
		Optional<RankProcess> culprit = failure.culprit();
		int killed = (int) ranks.stream().filter(rank -> wasEndedByUs(rank) && !culprit.equals(Optional.<RankProcess>of(rank))).count();
		return new JobResult(nspace, failure.status(), failure.exitCode(), culprit, failure.text().apply(killed));
	}

	private static boolean wasEndedByUs(RankProcess rank) {
		return rank.fate().filter(fate -> fate.cause() == Cause.KILLED || fate.cause() == Cause.ABORT).isPresent();
	}
}
