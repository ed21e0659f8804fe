// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.slurm.SlurmAllocation;
import org.pmix4j.slurm.SlurmOptions;

class SlurmOptionsTest {
	@Test
	void and_namesAndValues_areLongOptions() {
		assertThat(SlurmOptions.NONE.and("partition=all,time=1-00:10,cpus-per-task=2").words()).containsExactly("--partition=all",
				"--time=1-00:10", "--cpus-per-task=2");
	}

	@Test
	void and_commaInAValue_belongsToIt() {
		assertThat(SlurmOptions.NONE.and("nodelist=a,b[1-3,5],nodes=2").words()).containsExactly("--nodelist=a,b[1-3,5]", "--nodes=2");
	}

	@Test
	void and_optionWithoutAValue_standsFirstOrAlone() {
		assertThat(SlurmOptions.NONE.and("nodes=2").and("exclusive,time=5").words()).containsExactly("--nodes=2", "--exclusive", "--time=5");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "-N=3", "Nodes=3", "=3", "nodes=3,Time=5", "--nodes=3" })
	void and_nameThatIsNotALongOne_isRefused(String text) {
		assertThatThrownBy(() -> SlurmOptions.NONE.and(text)).isInstanceOf(IllegalArgumentException.class)
				.hasMessageContaining("NAME=VALUE");
	}

	@Test
	void of_environment_isTheAllocationOutsideOfAStepWithSeveralTasks() {
		assertThat(SlurmAllocation.of(Map.of())).isEmpty();
		assertThat(SlurmAllocation.of(Map.of("SLURM_JOB_ID", "7"))).contains("7");
		assertThat(SlurmAllocation.of(Map.of("SLURM_JOB_ID", "7", "SLURM_STEP_NUM_TASKS", "1"))).contains("7");
		assertThat(SlurmAllocation.of(Map.of("SLURM_JOB_ID", "7", "SLURM_STEP_NUM_TASKS", "6"))).isEmpty();
	}
}
