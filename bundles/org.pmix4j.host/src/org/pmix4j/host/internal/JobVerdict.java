// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal;

import java.util.List;
import java.util.Optional;

import org.pmix4j.host.Fate.Cause;
import org.pmix4j.host.JobResult;
import org.pmix4j.host.RankProcess;
import org.pmix4j.model.Status;

/** What a job comes to: the first thing that went wrong decides. Owned by a {@link JobRun}, used on the host's thread. */
final class JobVerdict {
	private Optional<JobFailure> first = Optional.empty();

	/** Notes that something went wrong. */
	void note(JobFailure failure) {
		if (first.isEmpty()) {
			first = Optional.of(failure);
		}
	}

	/** Whether nothing has gone wrong so far. */
	boolean isGood() {
		return first.isEmpty();
	}

	/** Puts it into words, when all ranks have ended. */
	JobResult result(String nspace, List<RankRun> ranks) {
		if (first.isEmpty()) {
			return new JobResult(nspace, Status.SUCCESS, 0, Optional.empty(), Optional.empty());
		}
		JobFailure failure = first.get();
		Optional<RankRun> culprit = failure.culprit();
		int killed = (int) ranks.stream().filter(rank -> wasEndedByUs(rank) && !culprit.equals(Optional.of(rank))).count();
		return new JobResult(nspace, failure.status(), failure.exitCode(), culprit.map(RankProcess.class::cast), failure.text().apply(killed));
	}

	private static boolean wasEndedByUs(RankRun rank) {
		return rank.fate().filter(fate -> fate.cause() == Cause.KILLED || fate.cause() == Cause.ABORT).isPresent();
	}
}
