// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.job.JobResult;
import org.pmix4j.model.Status;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.ExitStatus;

/** Tests that an exception in a task of the host fails the job that the task was for, and no other. */
class TaskFailureTest {
	private final OneNodeHost host;

	TaskFailureTest(@TempDir Path directory) throws Exception {
		host = new OneNodeHost(directory);
	}

	@AfterEach
	void close() {
		host.close();
	}

	@Test
	void exitOfRankIsLost_jobFailsAndItsOtherRanksAreEnded() {
		JobHandle other = host.launch(OneNodeHost.spec(1));
		JobHandle job = host.launch(OneNodeHost.spec(2));
		host.node.processes().get(1).breakExit();

		host.node.processes().get(1).exit(ExitStatus.exited(0));
		host.loop.run();

		JobResult result = host.result(job);
		assertThat(result.exitCode()).isEqualTo(JobResult.HOST_FAILED);
		assertThat(result.status()).isEqualTo(Status.ERR_JOB_ABORTED);
		assertThat(result.message()).hasValue(
				"the job was ended, as a task of the host for it failed: java.lang.IllegalStateException: broken for the test");
		assertThat(host.node.processes().get(2).signals()).startsWith(Signals.TERM);
		assertThat(host.node.directories()).as("directories of jobs that run").containsExactly(other.nspace());
		host.node.processes().get(0).exit(ExitStatus.exited(0));
		host.loop.run();
		assertThat(host.result(other).isSuccess()).isTrue();
	}

	@Test
	void allExitsAreLost_slotsAreFree() {
		for (int round = 0; round < 3; round++) {
			JobHandle job = host.launch(OneNodeHost.spec(4));
			host.node.processes().forEach(SimulatedProcess::breakExit);

			host.exitAll(ExitStatus.exited(0));

			assertThat(host.result(job).exitCode()).isEqualTo(JobResult.HOST_FAILED);
			assertThat(host.host.session.resources().free(host.node.node())).isEqualTo(4);
		}
	}

	@Test
	void cleanUpFails_jobHasResult() {
		host.node.breakCleanUp();
		JobHandle job = host.launch(OneNodeHost.spec(1));

		host.exitAll(ExitStatus.exited(0));

		JobResult result = host.result(job);
		assertThat(result.exitCode()).isEqualTo(JobResult.HOST_FAILED);
		assertThat(result.message()).hasValueSatisfying(text -> assertThat(text).contains("unclean for the test"));
		assertThat(host.loop.await(job.familyEnded())).isEqualTo(result);
		assertThat(host.host.jobs()).isEmpty();
	}
}
