// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.job.RankRun;
import org.pmix4j.host.internal.submit.Submissions;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.StdinFeed;

/**
 * Writes data that processes push to the standard input of ranks. Owned by {@link LocalPmixHost}.
 *
 * @see "PMIx Standard, chapter Tools and Debuggers, PMIx_IOF_push"
 */
final class InputCalls {
	private final Jobs jobs;

	InputCalls(Jobs jobs) {
		this.jobs = jobs;
	}

	/**
	 * Writes data to the targets, by default to the jobs that the source has spawned. Empty data ends their input. Returns a stage that
	 * completes when the targets have read all data except the content of their pipes; it fails with IOF_COMPLETE if none of them reads
	 * any longer. Input for a submitted job waits until its ranks run.
	 */
	CompletionStage<Void> push(Proc source, List<Proc> targets, ByteObject data, Submissions submissions) throws PmixException {
		Optional<CompletableFuture<Boolean>> started = targets.stream().findFirst()
				.flatMap(target -> submissions.started(source, target.nspace()));
		if (started.isPresent() && !started.get().isDone()) {
			return started.get().thenCompose(runs -> {
				try {
					return push(source, targets, data, submissions);
				} catch (PmixException refused) {
					return CompletableFuture.failedFuture(refused);
				}
			});
		}
		CompletableFuture<Void> answer = new CompletableFuture<>();
		push(feeds(targets.isEmpty() ? spawnedBy(source) : targets), data, answer);
		return answer;
	}

	private static boolean isSpawner(Proc source, JobHandle job) {
		return job.spawner().filter(source::equals).isPresent();
	}

	private List<Proc> spawnedBy(Proc source) throws PmixException {
		List<Proc> targets = jobs.running().stream().filter(job -> isSpawner(source, job)).map(job -> Proc.wildcard(job.nspace())).toList();
		if (targets.isEmpty()) {
			throw new PmixException(Status.ERR_IOF_COMPLETE,
					"input of " + source + " has no target: it names none, and no job that it has spawned is running");
		}
		return targets;
	}

	/** Returns the inputs of the targets, each once. Treats an unknown job as one that has ended. */
	private List<StdinFeed> feeds(List<Proc> targets) throws PmixException {
		Set<RankRun> all = new LinkedHashSet<>();
		for (Proc target : new LinkedHashSet<>(targets)) {
			JobHandle job = jobs.find(target.nspace())
					.orElseThrow(() -> new PmixException(Status.ERR_IOF_COMPLETE, "input for " + target + ": the job does not run"));
			List<RankRun> ranks = Targets.ranks(job, target);
			if (ranks.isEmpty()) {
				throw new PmixException(Status.ERR_NOT_FOUND, "input for " + target + ": the job has no such rank");
			}
			all.addAll(ranks);
		}
		return all.stream().flatMap(rank -> rank.child().stream()).map(ChildProcess::stdin).toList();
	}

	private static void push(List<StdinFeed> feeds, ByteObject data, CompletableFuture<Void> answer) {
		if (data.size() == 0) {
			feeds.forEach(StdinFeed::close);
			answer.complete(null);
			return;
		}
		StdinFeed.write(feeds, data.toByteArray()).whenComplete((taken, problem) -> {
			if (problem != null) {
				answer.completeExceptionally(new PmixException(Status.ERR_OUT_OF_RESOURCE, "input: too much data waits for ranks", problem));
			} else if (taken) {
				answer.complete(null);
			} else {
				answer.completeExceptionally(new PmixException(Status.ERR_IOF_COMPLETE, "input: no rank reads it any longer"));
			}
		});
	}
}
