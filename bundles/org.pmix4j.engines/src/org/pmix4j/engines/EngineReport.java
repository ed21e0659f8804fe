// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.engines;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.host.HostNodes;
import org.pmix4j.prrte.DvmOptions;
import org.pmix4j.slurm.SlurmReport;

/**
 * What this machine has of an engine. Immutable.
 *
 * @param engine  its name
 * @param state   {@code ready}, {@code missing}, or {@code allocation} inside one of Slurm
 * @param details one line for users: release, nodes, or what is missing and what to install
 */
public record EngineReport(String engine, String state, String details) {
	private static final String READY = "ready";
	private static final String MISSING = "missing";

	/** {@return whether jobs cannot run on it here} */
	public boolean isMissing() {
		return state.equals(MISSING);
	}

	/**
	 * Looks for an engine. Runs commands of it, for seconds at most.
	 *
	 * @param engine      {@link EngineChoice#LOCAL}, {@link EngineChoice#PRRTE}, or {@link EngineChoice#SLURM} for both engines of Slurm
	 * @param environment of this process, or of the one that would start the engine
	 * @return at least one report
	 */
	public static List<EngineReport> of(String engine, Map<String, String> environment) {
		DvmOptions options = DvmOptions.of(environment);
		if (engine.equals(EngineChoice.LOCAL)) {
			return List.of(new EngineReport(engine, READY, "this machine, " + HostNodes.counted().slots() + " slots"));
		}
		if (engine.equals(EngineChoice.PRRTE)) {
			Optional<String> release = options.release();
			return List.of(release.isPresent() ? new EngineReport(engine, READY, release.get() + ", " + options.program().orElseThrow())
					: new EngineReport(engine, MISSING, DvmOptions.MISSING));
		}
		SlurmReport slurm = SlurmReport.of(options);
		List<EngineReport> reports = new ArrayList<>();
		slurm.details().forEach(line -> reports.add(new EngineReport(engine, slurm.state(), line)));
		reports.add(new EngineReport(EngineChoice.SRUN, slurm.srunState(), slurm.srun()));
		return reports;
	}
}
