// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.job.RankRun;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;

/**
 * The target ranks of a request, by job. Owned by the call that carries the request out.
 *
 * @param byJob each rank once
 */
record Targets(Map<JobHandle, List<RankRun>> byJob) {
	/**
	 * Finds the processes.
	 *
	 * @throws PmixException PARAM_VALUE_NOT_SUPPORTED if one is not a process of a job of this host
	 */
	static Targets find(Jobs jobs, List<Proc> procs) throws PmixException {
		Map<JobHandle, Set<RankRun>> found = new LinkedHashMap<>();
		for (Proc proc : new LinkedHashSet<>(procs)) {
			JobHandle job = jobs.find(proc.nspace()).orElseThrow(() -> unknown(proc));
			List<RankRun> named = ranks(job, proc);
			if (named.isEmpty()) {
				throw unknown(proc);
			}
			found.computeIfAbsent(job, each -> new LinkedHashSet<>()).addAll(named);
		}
		Map<JobHandle, List<RankRun>> byJob = new LinkedHashMap<>();
		found.forEach((job, ranks) -> byJob.put(job, List.copyOf(ranks)));
		return new Targets(byJob);
	}

	/** Returns the ranks of a job that a process or wildcard stands for. */
	static List<RankRun> ranks(JobHandle job, Proc proc) {
		return proc.rank().equals(Rank.WILDCARD) ? job.course().ranks() : job.course().rank(proc.rank()).stream().toList();
	}

	/** Applies the action to each job and its ranks. Completes when all actions have completed. */
	CompletableFuture<Void> each(BiFunction<JobHandle, List<RankRun>, CompletableFuture<Void>> action) {
		List<CompletableFuture<Void>> all = new ArrayList<>();
		byJob.forEach((job, ranks) -> all.add(action.apply(job, ranks)));
		return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
	}

	private static PmixException unknown(Proc proc) {
		return new PmixException(Status.ERR_PARAM_VALUE_NOT_SUPPORTED, proc + " is not a process of this host; nothing was done");
	}
}
