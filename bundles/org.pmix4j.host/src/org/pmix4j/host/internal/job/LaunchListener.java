// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.io.IOException;
import java.util.Optional;

import org.pmix4j.host.internal.fate.JobFailure;
import org.pmix4j.host.internal.process.ChildProcess;

/** Is told how the launch of a job goes on. Called on the host's thread. */
interface LaunchListener {
	/** The server knows the job; or it does not, for a reason. */
	void registered(Optional<String> problem);

	/** A rank runs. */
	void rankStarted(RankRun rank, ChildProcess child);

	/** A rank cannot be started. */
	void rankNotStarted(RankRun rank, JobFailure reason);

	/** Output cannot be written. */
	void outputLost(IOException reason);

	/** There is something that the user should know. */
	void tell(String text);
}
