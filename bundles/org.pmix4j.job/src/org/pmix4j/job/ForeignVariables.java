// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The variables by which other launchers identify a process. An engine keeps them from the ranks of its jobs. Stateless. */
public final class ForeignVariables {
	/**
	 * Variables that name a process, a server or a step of another launcher; a library that finds them would join the wrong job. Variables
	 * that merely set parameters (OMPI_MCA_btl, PMIX_MCA_..., SLURM_CPUS_PER_TASK) stay.
	 */
	private static final List<String> FOREIGN = List.of("PMIX_", "PRTE_", "PMI_", "PMI2_", "OMPI_COMM_WORLD_", "OMPI_WORLD_",
			"OMPI_APP_CTX_NUM_PROCS", "OMPI_ARGV", "OMPI_COMMAND", "OMPI_FILE_LOCATION", "OMPI_FIRST_RANKS", "OMPI_NUM_APP_CTX",
			"OMPI_UNIVERSE_SIZE", "OMPI_MCA_orte_", "OMPI_MCA_ess", "OMPI_MCA_pmix", "OMPI_MCA_initial_wdir", "OMPI_MCA_num_procs",
			"OMPI_MCA_num_restarts", "OMPI_MCA_cpu_type", "OMPI_MCA_mpi_oversubscribe", "OMPI_MCA_rmaps_base_oversubscribe",
			"OMPI_MCA_shmem_RUNTIME_QUERY_hint", "SLURM_STEP", "SLURM_PROCID", "SLURM_LOCALID", "SLURM_NODEID", "SLURM_NODELIST",
			"SLURM_GTIDS", "SLURM_TASK_PID", "SLURM_SRUN_COMM_", "SLURM_PMI", "FLUX_JOB_ID", "FLUX_TASK_", "JSM_", "PALS_", "ALPS_",
			"MPI_LOCALRANKID", "MPI_LOCALNRANKS");
	/** The exceptions among them: parameters that users set. */
	private static final List<String> PARAMETERS = List.of("PMIX_MCA_", "PRTE_MCA_", "PRTE_ALLOW_");

	private ForeignVariables() {
	}

	/**
	 * {@return the same without the variables that would make children believe that they are that rank}
	 *
	 * @param environment of a process that may be a rank of another launcher
	 */
	public static Map<String, String> without(Map<String, String> environment) {
		Map<String, String> own = new HashMap<>(environment);
		own.keySet().removeIf(ForeignVariables::isForeign);
		return own;
	}

	private static boolean isForeign(String name) {
		return FOREIGN.stream().anyMatch(name::startsWith) && PARAMETERS.stream().noneMatch(name::startsWith);
	}
}
