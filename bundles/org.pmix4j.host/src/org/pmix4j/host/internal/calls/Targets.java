// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

import org.pmix4j.host.internal.job.JobRun;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.job.RankRun;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/**
 * The target ranks of a request, by job. Owned by the call that carries the request out.
 *
 * @param byJob each rank once
 */
record Targets(Map<JobRun, List<RankRun>> byJob) {
	/**
	 * Finds the processes.
	 *
	 * @throws PmixException PARAM_VALUE_NOT_SUPPORTED if one is not a process of a job of this host
	 */
	static Targets find(Jobs jobs, List<Proc> procs) throws PmixException {
		Map<JobRun, List<RankRun>> byJob = new LinkedHashMap<>();
		for (Proc proc : procs) {
			JobRun job = jobs.find(proc.nspace()).orElseThrow(() -> unknown(proc));
			List<RankRun> named = job.course().ranks().stream().filter(rank -> proc.covers(rank.proc())).toList();
			if (named.isEmpty()) {
				throw unknown(proc);
			}
			List<RankRun> known = byJob.computeIfAbsent(job, each -> new ArrayList<>());
			named.stream().filter(rank -> !known.contains(rank)).forEach(known::add);
		}
		return new Targets(byJob);
	}

	/** Applies the action to each job and its ranks. Completes when all actions have completed. */
	CompletableFuture<Void> each(BiFunction<JobRun, List<RankRun>, CompletableFuture<Void>> action) {
		List<CompletableFuture<Void>> all = new ArrayList<>();
		byJob.forEach((job, ranks) -> all.add(action.apply(job, ranks)));
		return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
	}

	private static PmixException unknown(Proc proc) {
		return new PmixException(Status.ERR_PARAM_VALUE_NOT_SUPPORTED, proc + " is not a process of this host; nothing was done");
	}
}
