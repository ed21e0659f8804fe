// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

/** What can be done to a session that a job or a tool has opened. */
public enum SessionAction {
	/** Suspends its jobs; they keep their slots. */
	PAUSE,
	/** Resumes its jobs. */
	RESUME,
	/** Ends its jobs, and then the session. */
	TERMINATE
}
