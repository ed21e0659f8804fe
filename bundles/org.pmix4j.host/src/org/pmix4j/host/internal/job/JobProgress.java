// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.job.events.JobStage;
import org.pmix4j.job.events.RankStage;
import org.pmix4j.model.JobState;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;

/**
 * The state machine of one job and of its ranks. A failure is kept beside the stage, since a job that has failed terminates as others do.
 * Owned by its {@link JobController}, changed on the host's thread; stage, failure and ranks may be read from any thread.
 */
final class JobProgress {
	private final JobNotifier news;
	private final RankTally tally = new RankTally();
	private final CompletableFuture<Boolean> started = new CompletableFuture<>();
	private final Proc whole;
	private volatile JobStage stage = JobStage.UNDEF;
	private volatile Optional<JobStage> failure = Optional.empty();
	private volatile List<RankRun> ranks = List.of();
	private volatile OptionalInt offset = OptionalInt.empty();

	JobProgress(String nspace, JobNotifier news) {
		whole = Proc.wildcard(nspace);
		this.news = news;
	}

	/** Returns the counters of the ranks. */
	RankTally tally() {
		return tally;
	}

	JobStage stage() {
		return stage;
	}

	/** Returns the first failure. */
	Optional<JobStage> failure() {
		return failure;
	}

	/** Returns the state in PMIx: a failure counts only when all processes have ended. */
	JobState state() {
		JobState state = stage.state();
		return state.equals(JobState.TERMINATED) ? failure.map(JobStage::state).orElse(state) : state;
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

	/** Takes the ranks of the planned job, and the number of its rank 0 among all ranks of the session. */
	void planned(List<RankRun> all, int firstGlobalRank) {
		ranks = all;
		offset = OptionalInt.of(firstGlobalRank);
	}

	/** Returns the number of its rank 0 among all ranks of the session; empty before the job was planned. */
	OptionalInt offset() {
		return offset;
	}

	/** Enters stages one after the other, and tells the listeners. */
	void enter(JobStage... next) {
		for (JobStage each : next) {
			JobState before = state();
			stage = each;
			news.onEvent(new EngineEvent.JobEntered(Instant.now(), whole, each));
			if (!state().equals(before)) {
				news.changed(state());
			}
		}
	}

	/** Notes the first failure; later ones have no effect. */
	void fail(JobStage first) {
		if (failure.isEmpty()) {
			failure = Optional.of(first);
			news.onEvent(new EngineEvent.JobEntered(Instant.now(), whole, first));
		}
	}

	/** Tells the listeners that a rank has changed, and which stages it has passed. */
	void changed(RankRun rank, RankStage... passed) {
		for (RankStage each : passed) {
			news.onEvent(new EngineEvent.RankEntered(Instant.now(), rank.proc(), each));
		}
		news.changed(rank);
	}

	/** Tells the listeners that a rank was stopped or continued. */
	void stoppedOrContinued(RankRun rank) {
		Instant now = Instant.now();
		news.onEvent(rank.stop().<EngineEvent>map(stop -> new EngineEvent.RankStopped(now, rank.proc(), stop.signal()))
				.orElseGet(() -> new EngineEvent.RankContinued(now, rank.proc())));
		news.changed(rank);
	}

	/** Returns the stage of a job whose ranks all run and are not suspended. */
	JobStage running() {
		return tally.initialized() == ranks.size() ? JobStage.REGISTERED : JobStage.RUNNING;
	}
}
