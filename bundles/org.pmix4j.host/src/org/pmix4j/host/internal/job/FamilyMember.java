// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.time.Duration;

import org.pmix4j.host.internal.fate.JobFailure;
import org.pmix4j.job.Job;

/** A job as its family sees it. */
interface FamilyMember {
	String nspace();

	/** Returns the job for its users. */
	Job job();

	/** Ends the job, as its family has run for the time that it was allowed. */
	void timedOut(Duration limit);

	/** Returns whether its ranks are being ended, or all have gone. */
	boolean isEnding();

	/** Ends the job, unless it is ending already. */
	void end(JobFailure because);
}
