// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.pmix4j.host.internal.job.JobRun;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.job.RankRun;
import org.pmix4j.host.internal.process.ChildProcess;
import org.pmix4j.host.internal.process.StdinFeed;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/**
 * Feeds the standard input of ranks with the data that processes push to it. Owned by the {@link HostUpcalls}; lives on the host's
 * thread.
 *
 * @see "PMIx Standard, chapter Tools and Debuggers, PMIx_IOF_push"
 */
final class InputCalls {
	private final Jobs jobs;

	InputCalls(Jobs jobs) {
		this.jobs = jobs;
	}

	/**
	 * Returns a stage that completes when there is room for more: the ranks have read the data, except for what a pipe holds. It fails
	 * with IOF_COMPLETE if none of them reads any more. No data is the end of the input; no targets are the jobs that the source has
	 * spawned.
	 */
	CompletionStage<Void> push(Proc source, List<Proc> targets, ByteObject data) throws PmixException {
		CompletableFuture<Void> answer = new CompletableFuture<>();
		push(feeds(targets.isEmpty() ? spawnedBy(source) : targets), data, answer);
		return answer;
	}

	private static boolean isSpawner(Proc source, JobRun job) {
		return job.spawner().filter(source::equals).isPresent();
	}

	private List<Proc> spawnedBy(Proc source) throws PmixException {
		List<Proc> targets = jobs.running().stream().filter(job -> isSpawner(source, job)).map(job -> Proc.wildcard(job.nspace())).toList();
		if (targets.isEmpty()) {
			throw new PmixException(Status.ERR_IOF_COMPLETE, "input of " + source + ": it names no target and has spawned no job that runs");
		}
		return targets;
	}

	/** A job that is not there has ended, for all we know. */
	private List<StdinFeed> feeds(List<Proc> targets) throws PmixException {
		List<StdinFeed> feeds = new ArrayList<>();
		for (Proc target : targets) {
			JobRun job = jobs.find(target.nspace())
					.orElseThrow(() -> new PmixException(Status.ERR_IOF_COMPLETE, "input for " + target + ": the job does not run"));
			List<RankRun> ranks = job.course().ranks().stream().filter(rank -> target.covers(rank.proc())).toList();
			if (ranks.isEmpty()) {
				throw new PmixException(Status.ERR_NOT_FOUND, "input for " + target + ": the job has no such rank");
			}
			feeds.addAll(feedsOf(ranks));
		}
		return feeds;
	}

	private static List<StdinFeed> feedsOf(List<RankRun> ranks) {
		return ranks.stream().flatMap(rank -> rank.child().stream()).map(ChildProcess::stdin).toList();
	}

	private static void push(List<StdinFeed> feeds, ByteObject data, CompletableFuture<Void> answer) {
		if (data.size() == 0) {
			feeds.forEach(StdinFeed::close);
			answer.complete(null);
			return;
		}
		byte[] bytes = data.toByteArray();
		List<CompletableFuture<Boolean>> taken = feeds.stream().map(feed -> feed.write(bytes).toCompletableFuture()).toList();
		CompletableFuture.allOf(taken.toArray(CompletableFuture[]::new)).whenComplete((done, problem) -> {
			if (problem != null) {
				answer.completeExceptionally(new PmixException(Status.ERR_OUT_OF_RESOURCE, "input: more waits than is allowed", problem));
			} else if (taken.stream().anyMatch(CompletableFuture::join)) {
				answer.complete(null);
			} else {
				answer.completeExceptionally(new PmixException(Status.ERR_IOF_COMPLETE, "input: nobody reads it any more"));
			}
		});
	}
}
