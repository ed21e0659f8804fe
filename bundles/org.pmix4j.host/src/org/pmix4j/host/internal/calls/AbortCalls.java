// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.pmix4j.host.internal.fate.AbortRequest;
import org.pmix4j.host.internal.fate.FailureText;
import org.pmix4j.host.internal.fate.JobFailure;
import org.pmix4j.host.internal.job.JobRun;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.job.RankRun;
import org.pmix4j.host.internal.session.Namespaces;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;

/**
 * Carries out PMIx_Abort: ends exactly the processes that are named; what their end means for the rest of their jobs is up to the
 * error policy. If one of them is no process of this host, nobody is ended. Owned by the {@link HostUpcalls}.
 *
 * @see "PMIx Standard, chapter Process Management, PMIx_Abort"
 */
final class AbortCalls {
	private final HostThread thread;
	private final Jobs jobs;

	AbortCalls(HostThread thread, Jobs jobs) {
		this.thread = thread;
		this.jobs = jobs;
	}

	/** Returns when they have ended. */
	CompletionStage<Void> abort(AbortRequest request, List<Proc> procs) {
		CompletableFuture<Void> answer = new CompletableFuture<>();
		thread.execute(() -> {
			try {
				Targets targets = Targets.find(jobs, procs.isEmpty() ? List.of(Proc.wildcard(request.caller().nspace())) : procs);
				targets.each((job, ranks) -> job.course().abort(reason(request, job), request, ranks))
						.whenComplete((done, problem) -> answer.complete(null));
			} catch (PmixException e) {
				answer.completeExceptionally(e);
			}
		});
		return answer;
	}

	private JobFailure reason(AbortRequest request, JobRun job) {
		Proc caller = request.caller();
		Optional<RankRun> found = jobs.find(caller);
		if (found.isEmpty()) {
			return JobFailure.abortedFromOutside("tool " + caller, request);
		}
		RankRun rank = found.get();
		return caller.nspace().equals(job.nspace()) ? JobFailure.aborted(rank, request, job.course().ranks().size())
				: JobFailure.abortedFromOutside(FailureText.who(rank) + " of job " + Namespaces.jobNumber(caller.nspace()), request);
	}
}
