// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.AppSpec;
import org.pmix4j.host.Fate;
import org.pmix4j.host.Job;
import org.pmix4j.host.JobResult;
import org.pmix4j.host.RankProcess;
import org.pmix4j.model.JobState;
import org.pmix4j.model.Status;

/** A job: the ranks that share a namespace. Owned by its session. */
public final class NamespaceElement implements JobElement {
	private final SessionElement session;
	private final Job job;
	private final Optional<JobProcess> process;
	private final Instant ordered = Instant.now();
	private final List<AppElement> apps;
	private final List<RankElement> ranks;
	private volatile @Nullable FirstFailure failure;
	private volatile @Nullable JobResult result;
	private volatile @Nullable Instant ended;

	NamespaceElement(SessionElement session, Job job, Optional<JobProcess> process) {
		this.session = session;
		this.job = job;
		this.process = process;
		List<AppElement> made = new ArrayList<>();
		int first = 0;
		for (AppSpec app : job.spec().apps()) {
			made.add(new AppElement(this, made.size(), app, first));
			first += app.ranks();
		}
		apps = List.copyOf(made);
		ranks = apps.stream().flatMap(app -> app.children().stream()).toList();
	}

	@Override
	public Optional<JobElement> parent() {
		return Optional.of(session);
	}

	/** @return where it runs */
	public SessionElement session() {
		return session;
	}

	@Override
	public List<AppElement> children() {
		return apps;
	}

	/** @return the ranks of all programs in their order */
	public List<RankElement> ranks() {
		return ranks;
	}

	/** @return the namespace */
	@Override
	public String name() {
		return job.nspace();
	}

	/** @return its number among the jobs of its server, from 1 */
	public int number() {
		return job.number();
	}

	@Override
	public ElementState state() {
		JobResult known = result;
		if (known != null) {
			return known.isSuccess() ? ElementState.FINISHED
					: known.status().equals(Status.ERR_JOB_CANCELED) ? ElementState.KILLED : ElementState.FAILED;
		}
		JobState state = job.state();
		if (state.equals(JobState.CONNECTED)) {
			return ElementState.CONNECTED;
		}
		if (state.equals(JobState.SUSPENDED)) {
			return ElementState.SUSPENDED;
		}
		return state.equals(JobState.LAUNCH_UNDERWAY) || state.equals(JobState.UNDEF) ? ElementState.STARTING : ElementState.RUNNING;
	}

	/** @return the process that stands for it in its launch; empty for a job that no launch of ours has ordered */
	public Optional<JobProcess> process() {
		return process;
	}

	/** @return when it was ordered */
	public Instant orderedAt() {
		return ordered;
	}

	/** @return when it had ended, if it has */
	public Optional<Instant> endedAt() {
		return Optional.ofNullable(ended);
	}

	/** @return which rank failed first, from the moment that it is known */
	public Optional<FirstFailure> firstFailure() {
		return Optional.ofNullable(failure);
	}

	/** @return one line that names rank, node, process id and cause, once a job has ended otherwise than it should */
	public Optional<String> message() {
		return Optional.ofNullable(result).flatMap(JobResult::message);
	}

	/** @return what a launcher exits with, once the job has ended */
	public OptionalInt exitCode() {
		JobResult known = result;
		return known == null ? OptionalInt.empty() : OptionalInt.of(known.exitCode());
	}

	/** @return how many ranks have been started, also of those that have ended since */
	public int startedRanks() {
		return (int) ranks.stream().filter(rank -> rank.pid().isPresent()).count();
	}

	/** @return how many ranks are, or were until they called PMIx_Finalize, connected to the server */
	public int connectedRanks() {
		return (int) ranks.stream().map(RankElement::state)
				.filter(state -> state == ElementState.CONNECTED || state == ElementState.FINALIZED).count();
	}

	/** @return whether {@link #terminate()} would do something */
	public boolean canTerminate() {
		return result == null;
	}

	/** Ends the job in order: CONT and TERM to all ranks, KILL after a quarter of a second. Does not wait. */
	public void terminate() {
		job.terminate();
	}

	Job job() {
		return job;
	}

	/** The host tells of a rank; on the host's thread. */
	RankElement rankChanged(RankProcess changed) {
		RankElement rank = ranks.get(changed.proc().rank().value());
		rank.bind(changed);
		Optional<Fate> fate = changed.fate().filter(found -> found.cause().isFailure());
		if (failure == null && fate.isPresent()) {
			Instant now = Instant.now();
			failure = new FirstFailure(rank, fate.get().description(), now, Duration.between(ordered, now));
		}
		return rank;
	}

	/** The host tells how the job ended; on the host's thread. */
	void ended(JobResult how) {
		ended = Instant.now();
		result = how;
	}
}
