// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.plan;

import java.util.Map;
import java.util.Optional;

import org.pmix4j.host.internal.plan.JobPlan.FoundApp;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.placement.internal.mapping.Placement;
import org.pmix4j.process.internal.process.SpawnSpec;

/** Adds the variables that a programming model expects in the environments of its processes. Stateless. */
public interface Personality {
	/** The model of programs that need no variables. */
	String PLAIN = "pmix";

	/**
	 * @param model a value of {@link JobOptions#PERSONALITY}
	 * @return the personality; that of Open MPI if the value is empty
	 */
	static Personality of(String model) {
		return switch (model) {
			case "prte", PLAIN -> new Plain();
			default -> new OpenMpiPersonality();
		};
	}

	/**
	 * Adds the variables that all ranks of a program share.
	 *
	 * @param plan        the job
	 * @param app         a program of it
	 * @param environment of that program; it contains the variables of the user
	 */
	void ofApp(JobPlan plan, FoundApp app, Map<String, String> environment);

	/**
	 * Adds the variables that differ from rank to rank.
	 *
	 * @param plan        the job
	 * @param rank        a rank of it
	 * @param restarts    how many times the rank was started before
	 * @param environment of that rank; it contains the variables of its program
	 */
	void ofRank(JobPlan plan, Placement rank, int restarts, Map<String, String> environment);

	/**
	 * Returns a connection that a rank inherits.
	 *
	 * @param rank a rank of the job
	 * @return empty for none
	 */
	default Optional<SpawnSpec.InheritedSocket> socket(int rank) {
		return Optional.empty();
	}

	/** Adds no variables: the programs need those of the server only. Stateless. */
	final class Plain implements Personality {
		@Override
		public void ofApp(JobPlan plan, FoundApp app, Map<String, String> environment) {
			// nothing to add
		}

		@Override
		public void ofRank(JobPlan plan, Placement rank, int restarts, Map<String, String> environment) {
			// nothing to add
		}
	}
}
