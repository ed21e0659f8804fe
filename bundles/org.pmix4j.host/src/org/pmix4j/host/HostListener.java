// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.Session;
import org.pmix4j.model.Proc;

/**
 * Follows a host and all of its jobs (see {@link HostOptions}). All methods are called on the host's one thread, in the order of the
 * events.
 */
public interface HostListener extends JobListener {
	/** Ignores everything. */
	HostListener NONE = new HostListener() {
	};

	/** {@inheritDoc} The default session, which ends with the host, is not reported. */
	@Override
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
