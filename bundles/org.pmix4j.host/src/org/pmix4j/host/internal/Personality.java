// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal;

import java.util.Map;

/** What a programming model expects to find in the environment of its processes, beside what PMIx says. Stateless. */
public interface Personality {
	/**
	 * Adds variables.
	 *
	 * @param plan        the job
	 * @param rank        a rank of it
	 * @param environment of that rank; what the user has set is already there
	 */
	void apply(JobPlan plan, Placement rank, Map<String, String> environment);
}
