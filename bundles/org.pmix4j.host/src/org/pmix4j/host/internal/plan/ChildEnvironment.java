// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.plan;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.host.internal.plan.JobPlan.FoundApp;
import org.pmix4j.host.internal.session.Namespaces;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.placement.internal.mapping.Placement;
import org.pmix4j.process.internal.process.SpawnSpec;

/**
 * Builds the environments of the ranks of a job. Later sources win: the inherited variables without those by which another launcher
 * identifies this process, the variables of the user, of the programming model and of the server. Owned by a job, used on one thread.
 */
public final class ChildEnvironment {
	private final JobPlan plan;
	private final Personality personality;
	/** The variables of the program whose ranks start at the moment; ranks of one program usually follow each other. */
	private Map<String, String> ofApp = Map.of();
	private int app = -1;

	/**
	 * @param plan        the job
	 * @param personality of the job
	 */
	public ChildEnvironment(JobPlan plan, Personality personality) {
		this.plan = plan;
		this.personality = personality;
	}

	/** Makes the variables of one program at a time: those of thousands would not fit into memory. */
	private Map<String, String> ofApp(int index) {
		if (index != app) {
			FoundApp found = plan.apps().get(index);
			ofApp = new HashMap<>(found.inherited());
			ofApp.put("PWD", BytePaths.text(found.directory()));
			AppFinder.edits(found.spec()).applyTo(ofApp);
			String breakpoint = plan.spec().get(JobOptions.BREAKPOINT);
			if (!breakpoint.isEmpty()) {
				ofApp.put(DebuggerAttributes.BREAKPOINT.name(), breakpoint);
			}
			personality.ofApp(plan, found, ofApp);
			app = index;
		}
		return ofApp;
	}

	/**
	 * @param rank     a rank of the job
	 * @param restarts how many times it was started before
	 * @param server   the variables of the server
	 * @return the whole environment of the rank
	 */
	public Map<String, String> of(Placement rank, int restarts, Map<String, String> server) {
		Map<String, String> environment = new HashMap<>(ofApp(rank.app()));
		personality.ofRank(plan, rank, restarts, environment);
		environment.put(Namespaces.IDENTITY, plan.nspace() + "." + rank.rank());
		environment.putAll(server);
		return environment;
	}

	/** {@return the connection that a rank inherits; empty for none} */
	public Optional<SpawnSpec.InheritedSocket> socket(Placement rank) {
		return personality.socket(rank.rank());
	}
}
