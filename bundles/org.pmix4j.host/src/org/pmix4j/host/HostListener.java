// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import org.pmix4j.model.JobState;

/**
 * Follows jobs: all jobs of a host (see {@link HostOptions}), or those of one launch and its family (see
 * {@link LocalHost#launch(JobSpec, HostListener)}). Each method gets the job as the object that {@link LocalHost} returns, so a listener
 * recognizes jobs and ranks by identity. All methods are called on the host's one thread, in the order of the events, so they must be
 * quick and must not wait. An exception is logged and has no other effect.
 */
public interface HostListener {
	/** Ignores everything. */
	HostListener NONE = new HostListener() {
	};

	/**
	 * Tells that a job has come further.
	 *
	 * @param job   the job
	 * @param state its new state: LAUNCH_UNDERWAY, RUNNING, SUSPENDED, CONNECTED, and in the end TERMINATED or TERMINATED_WITH_ERROR
	 */
	default void jobChanged(Job job, JobState state) {
	}

	/**
	 * Tells that a rank has come further.
	 *
	 * @param job  its job
	 * @param rank the rank; its state may have moved on again
	 */
	default void rankChanged(Job job, RankProcess rank) {
	}

	/**
	 * Tells that all ranks that shall stop for a debugger have stopped; {@link Job#release()} lets them go on, and so may a tool.
	 *
	 * @param job        the job
	 * @param breakpoint where they are: {@code pmix-init} in PMIx_Init, else what the program calls it
	 */
	default void readyForDebug(Job job, String breakpoint) {
	}

	/**
	 * Passes a message on to the user: of an abort, a warning. The end of the job is no message, see {@link JobResult}.
	 *
	 * @param job  the job
	 * @param text one line without a line end
	 */
	default void message(Job job, String text) {
	}
}
