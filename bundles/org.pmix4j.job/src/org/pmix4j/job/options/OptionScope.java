// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

/** The part of a launch that an option applies to. */
public enum OptionScope {
	/** The launcher and its server: fixed when the server starts. */
	LAUNCHER,
	/** A whole job. */
	JOB,
	/** One program of a job. A spawn request may give it for the job: then it applies to every program that does not give its own. */
	APP
}
