// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.util.List;

import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.spi.ProgramCommand;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobResult;

/** The process of a launch that receives the events of the job that it has ordered. Its methods return at once. */
public interface LaunchedJob extends JobProcess {
	/** @return its programs in their order, with all arguments, as in a run: without what starts them under a debugger */
	List<ProgramCommand> programs();

	/** @return whether its launch is not, or no longer, registered with the launch manager, which shows it to the user */
	boolean isForgotten();

	/**
	 * Receives the element of its job, before any other event, or of a job that was spawned in this launch.
	 *
	 * @param namespace its element
	 * @param job       the job
	 */
	void begun(NamespaceElement namespace, Job job);

	/**
	 * Receives a change of a rank of its job.
	 *
	 * @param rank the rank
	 */
	void rankChanged(RankElement rank);

	/**
	 * Learns that all ranks of its job that are to stop for a debugger have stopped.
	 *
	 * @param release lets them continue; does not wait
	 */
	void stopped(Runnable release);

	/**
	 * Receives a message of the host for the user.
	 *
	 * @param text one line without a line end
	 */
	void message(String text);

	/**
	 * Receives the end of its job and of all jobs that its ranks have spawned.
	 *
	 * @param result of all of them together
	 */
	void ended(JobResult result);
}
