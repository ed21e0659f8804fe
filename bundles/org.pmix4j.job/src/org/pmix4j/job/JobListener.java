// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job;

import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.model.JobState;

/**
 * Follows jobs: all jobs of an engine, or those of one launch and its family. The events of a job come in their order, one at a time, the
 * first one before the first output of the job.
 *
 * <p>
 * A listener must not block: the same thread serves all processes and jobs of the engine, which stand still meanwhile. A listener that
 * writes to a file or a pipe, or waits for a lock or a future, does so on its own thread. An exception is logged and has no other
 * effect.
 */
public interface JobListener {
	/** Ignores everything. */
	JobListener NONE = new JobListener() {
	};

	/**
	 * Called when the state of a job has changed.
	 *
	 * @param job   the job
	 * @param state its new state: LAUNCH_UNDERWAY, RUNNING, SUSPENDED, CONNECTED, and in the end TERMINATED or TERMINATED_WITH_ERROR
	 */
	default void jobChanged(Job job, JobState state) {
	}

	/**
	 * Called when the state of a rank has changed.
	 *
	 * @param job  its job
	 * @param rank the rank; its state may have changed again
	 */
	default void rankChanged(Job job, RankProcess rank) {
	}

	/**
	 * Called when all ranks that must stop for a debugger have stopped. {@link Job#release()}, or a tool, lets them continue.
	 *
	 * @param job        the job
	 * @param breakpoint their position: {@code pmix-init} in PMIx_Init, otherwise a name chosen by the program
	 */
	default void readyForDebug(Job job, String breakpoint) {
	}

	/**
	 * Called when the ranks that have stopped for a debugger may continue, after a release by the owner of the engine or by a tool.
	 *
	 * @param job the job
	 */
	default void released(Job job) {
	}

	/**
	 * Called with everything that happens to a job, in more detail than by the other methods.
	 *
	 * @param job   the job
	 * @param event names processes only, so that it may be kept
	 */
	default void onEvent(Job job, EngineEvent event) {
	}

	/**
	 * Called when a session was opened, when its state or its resources have changed, when a job in it has ended, and when it has ended.
	 * Engines that run jobs report only sessions beside the default one, which ends with the engine; engines that follow a server also
	 * report its default session when it becomes known.
	 *
	 * @param session its state after the change
	 */
	default void sessionChanged(Session session) {
	}

	/**
	 * Called with a message for the user, such as a warning. The message of the job's end is in {@link JobResult} instead.
	 *
	 * @param job  the job
	 * @param text one line without a line end
	 */
	default void message(Job job, String text) {
	}

	/**
	 * Called with a report that the order of the job asked for, such as its process table. Launchers write it to standard output.
	 *
	 * @param job  the job
	 * @param text whole lines
	 */
	default void report(Job job, String text) {
		text.lines().forEach(line -> message(job, line));
	}
}
