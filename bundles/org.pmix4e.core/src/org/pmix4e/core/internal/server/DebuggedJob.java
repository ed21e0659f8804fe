// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.core.model.RankElement;

/** The process that stands for a job which no launch has ordered, since a debugger was attached to it. Its methods return at once. */
public interface DebuggedJob extends JobProcess {
	/**
	 * Receives a change of a rank of its job.
	 *
	 * @param rank the rank
	 */
	void rankChanged(RankElement rank);

	/** Learns that the job has ended, or is not watched any longer. */
	void gone();
}
