// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.text.MessageFormat;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.core.model.NamespaceElement;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.Status;
import org.pmix4e.core.internal.Messages;
import org.pmix4j.host.Job;
import org.pmix4j.host.JobResult;

/** Waits until all ranks of a launch run, shows how that comes on, and lets the user cancel it. Stateless. */
final class LaunchProgress {
	/** How often the platform's monitor is asked whether the user has cancelled: it tells nobody by itself. */
	private static final long LOOK_MILLISECONDS = 100;
	/** The host kills after a quarter of a second; the rest is for a busy machine. */
	private static final long END_SECONDS = 10;

	private LaunchProgress() {
	}

	/**
	 * Returns when all ranks run, or the job has ended.
	 *
	 * @param monitor shows the number of ranks; if it is canceled, the job is ended
	 * @throws CoreException if no rank could be started, with the reason
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

	/** A job that ended before all ranks ran has failed to launch, unless a rank failed or somebody ended it. */
	private static void refuseIfNotLaunched(Job job) throws CoreException {
		if (isDone(job.ended(), TimeUnit.SECONDS.toMillis(END_SECONDS))) {
			JobResult result = job.ended().join();
			Optional<String> reason = result.message().filter(message -> result.culprit().isEmpty());
			if (reason.isPresent() && !result.status().equals(org.pmix4j.model.Status.ERR_JOB_CANCELED)) {
				throw new CoreException(Status.error(reason.get()));
			}
		}
	}

	/** Waits a while. An interrupted thread looks without waiting: the job comes on all the same. */
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
