// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import org.pmix4j.host.internal.fate.JobFailure;

/** A job as its family sees it. */
interface Kin {
	String nspace();

	/** Whether its ranks are being ended, or all have gone. */
	boolean isEnding();

	/** Ends the job, unless it is ending already. */
	void end(JobFailure because);
}
