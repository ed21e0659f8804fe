// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.job.ForeignVariables;

class ForeignVariablesTest {
	@ParameterizedTest
	@ValueSource(strings = {"PMIX_NAMESPACE", "PMIX_RANK", "PMIX_SERVER_URI41", "PMIX_DSTORE_21_BASE_PATH", "PMIX_LAUNCHER_RNDZ_URI",
			"PRTE_LAUNCHED", "PMI_RANK", "PMI_FD", "OMPI_COMM_WORLD_RANK", "OMPI_MCA_orte_launch", "OMPI_MCA_ess_base_jobid", "OMPI_MCA_pmix",
			"OMPI_UNIVERSE_SIZE", "SLURM_STEP_ID", "SLURM_PROCID", "SLURM_NODELIST", "FLUX_JOB_ID", "JSM_NAMESPACE_RANK", "PALS_RANKID"})
	void without_variableOfAnotherLauncher_isRemoved(String name) {
		assertThat(ForeignVariables.without(Map.of(name, "x", "HOME", "/"))).containsOnlyKeys("HOME");
	}

	@ParameterizedTest
	@ValueSource(strings = {"PATH", "LD_LIBRARY_PATH", "OMPI_MCA_btl", "OMPI_MCA_mpi_yield_when_idle", "OMPI_ALLOW_RUN_AS_ROOT",
			"PMIX_MCA_ptl_base_verbose", "PRTE_MCA_plm", "PRTE_ALLOW_RUN_AS_ROOT", "SLURM_CPUS_PER_TASK", "SLURM_JOB_ID", "MPIR_CVAR_X"})
	void without_parameterOfTheUser_isKept(String name) {
		assertThat(ForeignVariables.without(Map.of(name, "x"))).containsEntry(name, "x");
	}
}
