// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import org.pmix4j.host.internal.fate.AbortRequest;
import org.pmix4j.host.internal.fate.FailureText;
import org.pmix4j.host.internal.fate.JobFailure;
import org.pmix4j.host.internal.job.JobRun;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.job.RankRun;
import org.pmix4j.host.internal.session.Namespaces;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;

/**
 * Carries out PMIx_Abort: ends exactly the named processes; the error policy decides about the rest of their jobs. Ends none if one of
 * them is not a process of this host. Owned by {@link HostUpcalls}.
 *
 * @see "PMIx Standard, chapter Process Management, PMIx_Abort"
 */
final class AbortCalls {
	private final Jobs jobs;

	AbortCalls(Jobs jobs) {
		this.jobs = jobs;
	}

	/** Ends the processes; without names, all of the caller's job. Returns a stage that completes when they have ended. */
	CompletionStage<Void> abort(AbortRequest request, List<Proc> procs) throws PmixException {
		Targets targets = Targets.find(jobs, procs.isEmpty() ? List.of(Proc.wildcard(request.caller().nspace())) : procs);
		return targets.each((job, ranks) -> job.course().orders().abort(reason(request, job), request, ranks)).exceptionally(problem -> null);
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
