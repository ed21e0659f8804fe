// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.engines;

import java.util.List;

/**
 * What a user says about the engine of a job, in the words of the command line. Immutable.
 *
 * @param engine the value of {@code --engine}; empty to let the nodes of the job decide
 * @param slurm  the values of {@code --slurm}: options of an allocation that is requested for the job
 */
public record EngineRequest(String engine, List<String> slurm) {
	/** The nodes of the job decide. */
	public static final EngineRequest NONE = new EngineRequest("", List.of());

	/** Copies the list. */
	public EngineRequest {
		slurm = List.copyOf(slurm);
	}
}
