// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.plan;

import java.util.Map;

import org.pmix4j.host.internal.plan.JobPlan.FoundApp;
import org.pmix4j.placement.internal.mapping.Placement;

/** Adds no variables: the programs need those of the server only. Stateless. */
final class PlainPersonality implements Personality {
	@Override
	public void ofApp(JobPlan plan, FoundApp app, Map<String, String> environment) {
		// nothing to add
	}

	@Override
	public void ofRank(JobPlan plan, Placement rank, int restarts, Map<String, String> environment) {
		// nothing to add
	}
}
