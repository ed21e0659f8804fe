// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import org.pmix4j.host.events.HostEvent;
import org.pmix4j.model.JobState;
import org.pmix4j.model.Proc;

/**
 * Follows jobs: all jobs of a host (see {@link HostOptions}), or those of one launch and its family (see
 * {@link LocalHost#launch(JobSpec, HostListener)}). Each method gets the job as the object that {@link LocalHost} returns, so a listener
 * recognizes jobs and ranks by identity. All methods are called on the host's one thread, in the order of the events.
 *
 * <p>
 * A listener must not block: the same thread serves all processes and jobs of the host, which stand still meanwhile. A listener that
 * writes to a file or a pipe, or waits for a lock or a future, does so on a thread of its own. An exception is logged and has no other
 * effect.
 */
public interface HostListener {
	/** Ignores everything. */
	HostListener NONE = new HostListener() {
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
	 * Called when the ranks that have stopped for a debugger may continue, whoever has released them.
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
	default void happened(Job job, HostEvent event) {
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

	/**
	 * Called when a session was opened, when its state or its resources have changed, when a job in it has ended, and when it has ended.
	 * The default session, which ends with the host, is not reported.
	 *
	 * @param session its state after the change
	 */
	default void sessionChanged(Session session) {
	}

	/**
	 * Called when a tool of the same user asks the host to end, as the command {@code pterm} of PRRTE does.
	 *
	 * @param tool the tool
	 * @return whether the owner closes the host soon; if not, the tool is refused
	 */
	default boolean stopRequested(Proc tool) {
		return false;
	}

	/**
	 * Called at most once, when an error has ended a thread that the host cannot do without, for instance for lack of memory. The host
	 * then ends its processes, completes its jobs with exit code {@value JobResult#HOST_FAILED} and closes. Called on the thread that has
	 * failed, as the only method that may not come on the host's thread.
	 *
	 * @param reason one line
	 */
	default void hostFailed(String reason) {
	}
}
