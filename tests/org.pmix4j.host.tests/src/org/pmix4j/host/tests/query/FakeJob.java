// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.query;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.host.JobCounters;
import org.pmix4j.host.LocalJob;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.Node;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.job.events.JobStage;
import org.pmix4j.model.JobState;
import org.pmix4j.model.Proc;

/** A job of a shell with two ranks that does not run. Immutable. */
public record FakeJob(String nspace, JobState state, List<RankProcess> ranks) implements LocalJob {
	@Override
	public int number() {
		return 1;
	}

	@Override
	public int sessionId() {
		return 1;
	}

	@Override
	public JobStage stage() {
		return JobStage.RUNNING;
	}

	@Override
	public Optional<JobStage> failure() {
		return Optional.empty();
	}

	@Override
	public OptionalInt exitCode() {
		return OptionalInt.empty();
	}

	@Override
	public JobCounters counters() {
		return new JobCounters(ranks.size(), 0, 0, 0, 0, 0);
	}

	@Override
	public OptionalInt globalOffset() {
		return OptionalInt.empty();
	}

	@Override
	public Optional<Node> bookmark() {
		return Optional.empty();
	}

	@Override
	public int slots() {
		return FakeRank.HERE.slots();
	}

	@Override
	public Path directory() {
		throw new UnsupportedOperationException();
	}

	@Override
	public Optional<String> launcher() {
		return Optional.empty();
	}

	@Override
	public List<Job> children() {
		return List.of();
	}

	@Override
	public List<EngineEvent.StackTraced> traces() {
		return List.of();
	}

	@Override
	public JobSpec spec() {
		return JobSpec.of(2, "sh", "-c", "true");
	}

	@Override
	public CompletableFuture<Boolean> write(Set<Integer> numbers, byte[] data) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void endInput(Set<Integer> numbers) {
		throw new UnsupportedOperationException();
	}

	@Override
	public Optional<Proc> spawner() {
		return Optional.empty();
	}

	@Override
	public CompletableFuture<JobResult> familyEnded() {
		throw new UnsupportedOperationException();
	}

	@Override
	public CompletableFuture<Boolean> started() {
		throw new UnsupportedOperationException();
	}

	@Override
	public CompletableFuture<JobResult> ended() {
		throw new UnsupportedOperationException();
	}

	@Override
	public void signal(int signal) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void signal(int signal, Set<Integer> ranks) {
		throw new UnsupportedOperationException();
	}

	@Override
	public Optional<String> heldAt() {
		return Optional.empty();
	}

	@Override
	public boolean awaitsRelease() {
		return false;
	}

	@Override
	public void release() {
		throw new UnsupportedOperationException();
	}

	@Override
	public void terminate() {
		throw new UnsupportedOperationException();
	}

	@Override
	public void interrupt() {
		throw new UnsupportedOperationException();
	}

	@Override
	public String dump() {
		return nspace;
	}
}
