// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.slurm.internal.SrunLine;

/** Lines of srun and slurmstepd 22.05 and 24.11. */
class SrunLineTest {
	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			srun: error: node2: task 3: Exited with exit code 5 | [3] exited with code 5
			srun: error: node2: tasks 2-3,5: Killed | [2, 3, 5] died of SIGKILL
			srun: error: node1: task 0: Segmentation fault (core dumped) | [0] died of SIGSEGV
			srun: error: node1: task 0: Aborted (core dumped) | [0] died of SIGABRT
			srun: error: node1: tasks 0-1: Terminated | [0, 1] died of SIGTERM
			srun: error: node1: task 0: Out Of Memory | [0] Out Of Memory
			""")
	void ends_ofTasks_nameRanksAndCause(String line, String ends) {
		assertThat(new SrunLine(line).ends().map(each -> each.ranks() + " " + each.outcome().description())).contains(ends);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			STEP 33.0 | | the step 33.0 of Slurm was cancelled, by scancel, an administrator or a rank that has aborted
			STEP 33.0 | DUE TO TIME LIMIT | the step 33.0 of Slurm has reached its time limit
			STEP 3.0 | DUE TO NODE FAILURE, SEE SLURMCTLD LOG FOR DETAILS | the step 3.0 of Slurm was ended because one of its nodes has failed
			STEP 3.0 | DUE TO JOB REQUEUE | the step 3.0 of Slurm was put into the queue again
			JOB 3 | DUE TO PREEMPTION | the job 3 of Slurm was ended for a job of a higher priority
			""")
	void canceled_bySlurm_isExplained(String what, String due, String reason) {
		String line = "slurmstepd: error: *** " + what + " ON node1 CANCELLED AT 2026-11-26T10:00:00 " + (due == null ? "" : due + " ") + "***";

		assertThat(new SrunLine(line).canceled()).contains(reason);
		// without a reason it may be a signal of this engine
		assertThat(new SrunLine(line).isOfSlurm()).isEqualTo(due != null);
	}

	@Test
	void canceled_nodeHasFailed_isExplained() {
		SrunLine line = new SrunLine("srun: error: Node failure on node3");

		assertThat(line.canceled()).contains("the node node3 has failed");
		assertThat(line.isOfSlurm()).isTrue();
	}

	@Test
	void canceled_otherLine_isNoReason() {
		assertThat(new SrunLine("srun: job 12 queued and waiting for resources").canceled()).isEmpty();
		assertThat(new SrunLine("srun: job 12 queued and waiting for resources").isNoise()).isFalse();
	}

	@Test
	void isNoise_ofLinesThatRepeatAnEnd_isTrue() {
		assertThat(new SrunLine("srun: Terminating StepId=3.0").isNoise()).isTrue();
		assertThat(new SrunLine("srun: launch/slurm: _step_signal: Terminating StepId=3.0").isNoise()).isTrue();
		assertThat(new SrunLine("srun: Job step aborted: Waiting up to 32 seconds for job step to finish.").isNoise()).isTrue();
	}
}
