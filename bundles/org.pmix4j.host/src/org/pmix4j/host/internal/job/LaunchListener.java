// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.io.IOException;
import java.util.Optional;

import org.pmix4j.host.internal.fate.JobFailure;
import org.pmix4j.process.internal.process.ChildProcess;

/** Follows the launch of one job. Called on the host's thread. */
interface LaunchListener {
	/** Called when the server has registered the job and its directories exist, or with the reason why not. */
	void registered(Optional<String> problem);

	/** Called when a rank runs. */
	void rankStarted(RankRun rank, ChildProcess child);

	/** Called when a rank cannot be started. */
	void rankNotStarted(RankRun rank, JobFailure reason);

	/** Returns whether the ranks are being ended, so that no further one is to start. */
	boolean isEnding();

	/** Called when all processes have ended and all their output was handed to the sink. */
	void outputComplete();

	/** Called when output cannot be written. */
	void outputLost(IOException reason);

	/** Called when the job cannot go on for another reason. */
	void end(JobFailure because);

	/** Called with a message for the user. */
	void tell(String text);
}
