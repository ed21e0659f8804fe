// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.slurm.internal.QueuedJob;

/** Lines as squeue of Slurm 22.05 writes them. */
class QueuedJobTest {
	private static QueuedJob job(String line) {
		return QueuedJob.parse(line).orElseThrow();
	}

	@Test
	void waiting_ofAPendingJob_namesNodesAndReason() {
		QueuedJob job = job("8|PENDING|UNLIMITED|30|(PartitionConfig)");

		assertThat(job.isPending()).isTrue();
		assertThat(job.hasEnded()).isFalse();
		assertThat(job.waiting()).isEqualTo("job 8 of Slurm waits in the queue for 30 nodes: PartitionConfig");
	}

	@Test
	void waiting_reasonWithSeparators_isWhole() {
		assertThat(job("8|PENDING|1:00|1|(Nodes required for job are DOWN, a|b)").waiting())
				.endsWith("1 node: Nodes required for job are DOWN, a|b");
	}

	@ParameterizedTest
	@CsvSource({ "CANCELLED, was cancelled", "TIMEOUT, time limit of 1:00", "NODE_FAIL, one of its nodes has failed",
			"PREEMPTED, higher priority", "REQUEUED, queue again", "OUT_OF_MEMORY, ran out of memory", "DEADLINE, its deadline",
			"BOOT_FAIL, did not boot" })
	void end_bySlurm_isExplained(String state, String words) {
		QueuedJob job = job("9|" + state + "|1:00|3|node[1-3]");

		assertThat(job.hasEnded()).isTrue();
		assertThat(job.end().orElseThrow()).startsWith("the job 9 of Slurm ").contains(words);
	}

	@Test
	void requeued_jobThatWaitsAgain_isExplained() {
		assertThat(job("9|PENDING|1:00|3|(BeginTime)").requeued().end()).hasValue("the job 9 of Slurm was put into the queue again");
	}

	@ParameterizedTest
	@ValueSource(strings = { "COMPLETED", "FAILED" })
	void end_byItsPrograms_needsNoWords(String state) {
		assertThat(job("9|" + state + "|1:00|3|").hasEnded()).isTrue();
		assertThat(job("9|" + state + "|1:00|3|").end()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "RUNNING", "COMPLETING", "CONFIGURING" })
	void hasEnded_whileItGoesOn_isFalse(String state) {
		assertThat(job("9|" + state + "|1:00|3|node1").hasEnded()).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "slurm_load_jobs error: Invalid job id specified", "1|2|3|4" })
	void parse_otherLine_isNoJob(String line) {
		assertThat(QueuedJob.parse(line)).isEmpty();
	}
}
