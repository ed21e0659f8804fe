// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.pmix4j.host.internal.fate.AbortRequest;
import org.pmix4j.host.internal.fate.FailureText;
import org.pmix4j.host.internal.fate.JobFailure;
import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.job.RankRun;
import org.pmix4j.host.internal.thread.Alarm;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.model.Nspace;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;

/**
 * Carries out PMIx_Abort: ends exactly the named processes; the error policy decides about the rest of their jobs. Ends none if one of
 * them is not a process of this host. Owned by {@link LocalPmixHost}.
 *
 * @see "PMIx Standard, chapter Process Management, PMIx_Abort"
 */
final class AbortCalls {
	/** The kernel closes the connection of a process that dies shortly before it reports its status. */
	private static final Duration STATUS_LIMIT = Duration.ofSeconds(1);

	private final Jobs jobs;
	private final HostThread thread;
	/** The ends of processes that have lost their connection. */
	private final Set<CompletableFuture<Void>> dying = new HashSet<>();

	AbortCalls(Jobs jobs, HostThread thread) {
		this.jobs = jobs;
		this.thread = thread;
	}

	/** Notes that a process has lost its connection, of which the processes connected with it are notified. They may abort for that reason. */
	void lost(Proc proc) {
		assert thread.inThread();
		jobs.find(proc).ifPresent(rank -> {
			CompletableFuture<Void> gone = RankRun.gone(List.of(rank));
			dying.add(gone);
			thread.whenDone(gone, (done, never) -> dying.remove(gone));
		});
	}

	/**
	 * Ends the processes; without names, all of the caller's job. First waits for the status of processes that have lost their connection,
	 * as an abort for that reason is not the first failure. Returns a stage that completes when they have ended.
	 */
	CompletionStage<Void> abort(AbortRequest request, List<Proc> procs) throws PmixException {
		Targets targets = targets(request, procs.isEmpty() ? List.of(Proc.wildcard(request.caller().nspace())) : procs);
		if (dying.isEmpty()) {
			return abort(request, targets);
		}
		CompletableFuture<Void> known = CompletableFuture.allOf(dying.toArray(CompletableFuture[]::new));
		Alarm alarm = new Alarm(thread);
		alarm.set(STATUS_LIMIT, () -> known.complete(null));
		CompletableFuture<Void> aborted = new CompletableFuture<>();
		thread.answering(aborted).whenDone(known, (done, never) -> {
			alarm.cancel();
			abort(request, targets).thenRun(() -> aborted.complete(null));
		});
		return aborted;
	}

	/** Tells the user of a refused abort, because clients of all releases ignore the status of the reply. */
	private Targets targets(AbortRequest request, List<Proc> procs) throws PmixException {
		try {
			return Targets.find(jobs, procs);
		} catch (PmixException e) {
			jobs.find(request.caller()).ifPresent(rank -> jobs.find(request.caller().nspace())
					.ifPresent(job -> job.course().orders().refuseAbort(rank, request, String.valueOf(e.getMessage()))));
			throw e;
		}
	}

	private CompletionStage<Void> abort(AbortRequest request, Targets targets) {
		return targets.each((job, ranks) -> job.course().orders().abort(reason(request, job), request, ranks)).exceptionally(problem -> null);
	}

	private JobFailure reason(AbortRequest request, JobHandle job) {
		Proc caller = request.caller();
		Optional<RankRun> found = jobs.find(caller);
		if (found.isEmpty()) {
			return JobFailure.abortedFromOutside("tool " + caller, request);
		}
		RankRun rank = found.get();
		return caller.nspace().equals(job.nspace()) ? JobFailure.aborted(rank, request, job.course().ranks().size())
				: JobFailure.abortedFromOutside(FailureText.who(rank) + " of job " + Nspace.jobNumber(caller.nspace()), request);
	}
}
