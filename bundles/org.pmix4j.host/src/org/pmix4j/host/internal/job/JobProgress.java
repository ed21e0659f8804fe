// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.model.JobState;
import org.pmix4j.model.Rank;

/**
 * The state of one job and of its ranks. Owned by its {@link JobCourse}; state and ranks may be read from any thread.
 */
final class JobProgress {
	private final JobNews news;
	private final RankTally tally = new RankTally();
	private final CompletableFuture<Boolean> started = new CompletableFuture<>();
	private volatile JobState state = JobState.UNDEF;
	private volatile List<RankRun> ranks = List.of();

	JobProgress(JobNews news) {
		this.news = news;
	}

	/** Returns the counters of the ranks. */
	RankTally tally() {
		return tally;
	}

	JobState state() {
		return state;
	}

	/** Completes with true when all ranks run, with false if the job ended before. */
	CompletableFuture<Boolean> started() {
		return started;
	}

	/** Returns all ranks in their order; none before the job was planned. */
	List<RankRun> ranks() {
		return ranks;
	}

	/** Returns a rank; empty if the job has no such rank, or was not planned yet. */
	Optional<RankRun> rank(Rank number) {
		return number.isProcess() && Integer.compareUnsigned(number.value(), ranks.size()) < 0 ? Optional.of(ranks.get(number.value()))
				: Optional.empty();
	}

	/** Takes the ranks of the planned job. */
	void planned(List<RankRun> all) {
		ranks = all;
	}

	/** Changes the state and tells the listeners. */
	void become(JobState next) {
		state = next;
		news.changed(next);
	}

	/** Tells the listeners that a rank has changed. */
	void changed(RankRun rank) {
		news.changed(rank);
	}

	/** Passes a message on to the user. */
	void tell(String text) {
		news.tell(text);
	}

	/** Returns the state of a job whose ranks all run and are not suspended. */
	JobState running() {
		return tally.initialized() == ranks.size() ? JobState.CONNECTED : JobState.RUNNING;
	}
}
