// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.plan;

import java.util.Map;

import org.pmix4j.host.internal.plan.JobPlan.FoundApp;
import org.pmix4j.host.internal.session.Placement;

/** What a programming model expects to find in the environment of its processes, beside what PMIx says. Stateless. */
public interface Personality {
	/**
	 * Adds what all ranks of a program have in common.
	 *
	 * @param plan        the job
	 * @param app         a program of it
	 * @param environment of that program; what the user has set is already there
	 */
	void ofApp(JobPlan plan, FoundApp app, Map<String, String> environment);

	/**
	 * Adds what differs from rank to rank.
	 *
	 * @param plan        the job
	 * @param rank        a rank of it
	 * @param environment of that rank; that of its program is already there
	 */
	void ofRank(JobPlan plan, Placement rank, Map<String, String> environment);
}
