// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.host.internal.placement.Placement;
import org.pmix4j.host.internal.plan.JobPlan.FoundApp;
import org.pmix4j.host.internal.session.Namespaces;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.bytes.BytePaths;

/**
 * Builds the environments of the ranks of a job. Later sources win: the inherited variables without those by which another launcher
 * identifies this process, the variables of the user, of the programming model and of the server. Owned by a job, used on one thread.
 */
public final class ChildEnvironment {
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
	 * @param environment of a process that may be a rank of another launcher
	 * @return the same without the variables that would make children believe that they are that rank
	 */
	public static Map<String, String> withoutForeign(Map<String, String> environment) {
		Map<String, String> own = new HashMap<>(environment);
		own.keySet().removeIf(ChildEnvironment::isForeign);
		return own;
	}

	private static boolean isForeign(String name) {
		return FOREIGN.stream().anyMatch(name::startsWith) && PARAMETERS.stream().noneMatch(name::startsWith);
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
}
