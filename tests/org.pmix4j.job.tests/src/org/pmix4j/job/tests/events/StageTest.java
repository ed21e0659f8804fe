// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.tests.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4j.job.ExitOutcome;
import org.pmix4j.job.RankState;
import org.pmix4j.job.events.JobStage;
import org.pmix4j.job.events.RankStage;
import org.pmix4j.model.JobState;
import org.pmix4j.model.ProcState;
import org.pmix4j.model.Status;

/** The mapping of PRRTE's stages to the states of PMIx, whose numbers differ. */
class StageTest {
	@ParameterizedTest
	@CsvSource({ "UNDEF,0", "INIT,2", "MAP,2", "STARTED,2", "RUNNING,3", "SUSPENDED,4", "REGISTERED,5", "READY_FOR_DEBUG,3", "TERMINATED,20",
			"NOTIFIED,20", "ALL_JOBS_COMPLETE,20", "KILLED_BY_CMD,50", "MAP_FAILED,50", "ABORTED,50" })
	void jobStage_isMappedToItsPmixState(JobStage stage, int code) {
		assertThat(stage.state()).isEqualTo(JobState.of(code));
	}

	@ParameterizedTest
	@CsvSource({ "INIT,1", "RUNNING,5", "REGISTERED,6", "READY_FOR_DEBUG,6", "WAITPID_FIRED,15", "IOF_COMPLETE,15", "TERMINATED,20",
			"KILLED_BY_CMD,51", "FAILED_TO_START,53", "ABORTED_BY_SIG,54", "TERM_WO_SYNC,55", "CALLED_ABORT,58", "TERM_NON_ZERO,62" })
	void rankStage_isMappedToItsPmixState(RankStage stage, int code) {
		assertThat(stage.state()).isEqualTo(ProcState.of(code));
	}

	/** The numbers of PRRTE 3.0.8, src/mca/plm/plm_types.h. */
	@Test
	void stages_haveTheNumbersOfPrrte() {
		assertThat(Arrays.stream(JobStage.values()).map(JobStage::number)).doesNotHaveDuplicates()
				.containsExactly(0, 1, 2, 3, 4, 8, 10, 11, 5, 6, 7, 12, 13, 20, 14, 15, 16, 19, 31, 34, 35, 32, 51, 53, 54, 55, 58, 62, 63, 68, 69, 52);
		assertThat(Arrays.stream(RankStage.values()).map(RankStage::number)).doesNotHaveDuplicates()
				.containsExactly(1, 2, 4, 5, 9, 7, 6, 20, 51, 53, 54, 55, 58, 62);
		assertThat(Arrays.stream(JobStage.values())).allMatch(stage -> stage.isFailure() == stage.number() > 50);
		assertThat(Arrays.stream(RankStage.values())).allMatch(stage -> stage.isFailure() == stage.number() > 50);
	}

	@ParameterizedTest
	@EnumSource(ExitOutcome.Cause.class)
	void fate_failure_hasAFailedJobStage(ExitOutcome.Cause cause) {
		assertThat(JobStage.ofFailure(cause.jobStatus()).isFailure()).isTrue();
		assertThat(cause.state()).isEqualTo(cause.stage().state());
	}

	@ParameterizedTest
	@EnumSource(RankState.class)
	void rankState_hasTheStateOfItsStage(RankState state) {
		assertThat(state.procState()).isEqualTo(state.stage().state());
	}

	@Test
	void ofFailure_eachStatus_belongsToOneStage() {
		assertThat(JobStage.ofFailure(Status.ERR_TIMEOUT)).isEqualTo(JobStage.KILLED_BY_CMD);
		assertThat(JobStage.ofFailure(Status.ERR_JOB_EXE_NOT_FOUND)).isEqualTo(JobStage.FAILED_TO_START);
		assertThat(JobStage.ofFailure(Status.ERR_JOB_FAILED_TO_MAP)).isEqualTo(JobStage.MAP_FAILED);
		assertThat(JobStage.ofFailure(Status.ERR_IOF_FAILURE)).isEqualTo(JobStage.ABORTED);
		assertThat(Arrays.stream(JobStage.values()).filter(JobStage::isFailure)).isNotEmpty()
				.allMatch(stage -> stage.state().equals(JobState.TERMINATED_WITH_ERROR));
	}
}
