// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.text.MessageFormat;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.Status;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobResult;

/** Waits until all ranks of a launch run, reports the progress, and terminates the job if the user cancels. Stateless. */
final class LaunchProgress {
	/** The interval of checks for cancellation, which a progress monitor does not report by itself. */
	private static final long LOOK_MILLISECONDS = 100;
	/** The longest wait for the end; a job with a longer kill timeout ends without this wait. */
	private static final long END_SECONDS = 10;

	private LaunchProgress() {
	}

	/**
	 * Waits until all ranks run or the job has ended.
	 *
	 * @param monitor shows the number of started ranks; canceling it terminates the job
	 * @throws SlotsException if there are fewer slots than ranks
	 * @throws CoreException  if no rank could be started for another reason, with it
	 */
	static void await(Job job, JobProcess process, IProgressMonitor monitor) throws CoreException {
		int size = process.ranks().size();
		monitor.beginTask(process.getLabel(), size);
		CompletableFuture<Boolean> started = job.started();
		int shown = 0;
		boolean done;
		do {
			done = isDone(started, LOOK_MILLISECONDS);
			int spawned = process.element().map(NamespaceElement::startedRanks).orElse(0);
			monitor.subTask(MessageFormat.format(Messages.LaunchProgress_spawned, spawned, size));
			monitor.worked(spawned - shown);
			shown = spawned;
			if (monitor.isCanceled()) {
				job.terminate();
				isDone(job.ended(), TimeUnit.SECONDS.toMillis(END_SECONDS));
				return;
			}
		} while (!done);
		if (!started.getNow(true)) {
			refuseIfNotLaunched(job);
		}
	}

	/** Throws if the job failed to launch: it ended before all ranks ran, but not because a rank failed or the user terminated it. */
	private static void refuseIfNotLaunched(Job job) throws CoreException {
		if (isDone(job.ended(), TimeUnit.SECONDS.toMillis(END_SECONDS))) {
			JobResult result = job.ended().join();
			Optional<String> reason = result.message().filter(message -> result.culprit().isEmpty());
			if (reason.isPresent() && !result.status().equals(org.pmix4j.model.Status.ERR_JOB_CANCELED)) {
				boolean lacksSlots = result.status().equals(org.pmix4j.model.Status.ERR_JOB_INSUFFICIENT_RESOURCES);
				throw lacksSlots ? new SlotsException(reason.get()) : new CoreException(Status.error(reason.get()));
			}
		}
	}

	/** Waits for a while. An interrupted thread does not wait; the job continues all the same. */
	private static boolean isDone(CompletableFuture<?> future, long milliseconds) {
		try {
			future.get(milliseconds, TimeUnit.MILLISECONDS);
			return true;
		} catch (TimeoutException e) {
			return false;
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			return true;
		} catch (ExecutionException e) {
			throw new IllegalStateException("the host promises that this never fails", e);
		}
	}
}
