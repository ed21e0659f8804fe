// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.query;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.host.Job;
import org.pmix4j.host.JobResult;
import org.pmix4j.host.JobSpec;
import org.pmix4j.host.RankProcess;
import org.pmix4j.host.events.JobStage;
import org.pmix4j.model.JobState;
import org.pmix4j.model.Proc;

/** A job of a shell with two ranks that does not run. Immutable. */
public record FakeJob(String nspace, JobState state, List<RankProcess> ranks) implements Job {
	@Override
	public int number() {
		return 1;
	}

	@Override
	public JobStage stage() {
		return JobStage.RUNNING;
	}

	@Override
	public JobSpec spec() {
		return JobSpec.of(2, "sh", "-c", "true");
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
	public Optional<String> heldAt() {
		return Optional.empty();
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
