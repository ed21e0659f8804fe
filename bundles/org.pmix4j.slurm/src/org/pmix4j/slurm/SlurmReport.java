// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.prrte.DvmOptions;
import org.pmix4j.slurm.internal.SlurmCommands;

/**
 * The Slurm that a process finds. Immutable.
 *
 * @param state     {@code ready}, {@code missing}, or {@code allocation} inside one
 * @param details   lines for users: the allocation or the partitions, the release, and what is missing
 * @param srunState {@code ready} or {@code missing}, for jobs that srun starts
 * @param srun      a line for users: the kinds of MPI that srun has plug-ins for, or what is missing
 */
public record SlurmReport(String state, List<String> details, String srunState, String srun) {
	/** Copies the list. */
	public SlurmReport {
		details = List.copyOf(details);
	}

	/**
	 * {@return the Slurm that is found. Runs commands of Slurm, for seconds at most}
	 *
	 * @param options with the environment of the process
	 */
	public static SlurmReport of(DvmOptions options) {
		Map<String, String> environment = options.environment();
		SlurmCommands commands = new SlurmCommands(environment);
		Optional<String> allocation = SlurmAllocation.of(environment);
		Optional<String> release = commands.release().map(each -> "Slurm " + each);
		List<String> lines = new ArrayList<>();
		String state = "missing";
		if (allocation.isPresent()) {
			state = "allocation";
			lines.add("allocation " + allocation.get() + " with the nodes " + environment.getOrDefault("SLURM_JOB_NODELIST", "?")
					+ release.map(each -> ", " + each).orElse(""));
		} else if (release.isEmpty()) {
			lines.add(options.program("salloc").isEmpty() ? SlurmAllocation.MISSING
					: "Slurm's clients are installed, but do not answer; they may have no configuration (slurm.conf)");
		} else {
			List<String> partitions = commands.partitions();
			if (partitions.isEmpty()) {
				lines.add(release.get() + ", but its controller does not answer");
			} else {
				state = "ready";
				partitions.forEach(partition -> lines.add("partition " + partition + ", " + release.get()));
			}
		}
		boolean isThere = !state.equals("missing") && options.program("srun").isPresent();
		if (!state.equals("missing") && options.program().isEmpty()) {
			state = "missing";
			lines.add(DvmOptions.MISSING);
		}
		return new SlurmReport(state, lines, isThere ? "ready" : "missing", isThere ? plugins(commands)
				: options.program("srun").isEmpty() ? SrunEngine.MISSING : lines.get(lines.size() - 1));
	}

	private static String plugins(SlurmCommands commands) {
		List<String> kinds = commands.plugins();
		return "srun, without PRRTE; kinds of MPI: " + (kinds.isEmpty() ? "not listed" : String.join(", ", kinds));
	}
}
