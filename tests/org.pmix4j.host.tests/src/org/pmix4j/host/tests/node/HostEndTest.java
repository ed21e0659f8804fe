// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobResult;
import org.pmix4j.model.JobState;
import org.pmix4j.model.Status;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.ExitStatus;
import org.pmix4j.testkit.Await;

/** Closing a host while its jobs do not end. */
class HostEndTest {
	private static final Duration SHORT = Duration.ofMillis(50);

	private final SimulatedNode node = new SimulatedNode(0, "here", 4);
	private final SimulatedHost host;

	HostEndTest(@TempDir Path directory) throws Exception {
		host = new SimulatedHost(directory, List.of(node));
	}

	@AfterEach
	void close() {
		host.close();
	}

	private Job launch(int ranks) {
		Job job = host.launch(OneNodeHost.spec(ranks));
		assertThat(job.started().join()).isTrue();
		return job;
	}

	private static JobResult result(Job job) throws Exception {
		return Await.result(job.ended());
	}

	@Test
	void close_jobSurvivesSigkill_resultNamesItsRanks() throws Exception {
		Job job = launch(4);
		for (SimulatedProcess process : node.processes().subList(1, 4)) {
			process.ignore(Signals.TERM);
			process.ignore(Signals.KILL);
		}
		host.endJobs(SHORT);

		JobResult result = result(job);
		assertThat(node.processes().get(3).signals()).contains(Signals.TERM, Signals.KILL);
		assertThat(result.status()).isEqualTo(Status.ERR_JOB_CANCELED);
		assertThat(result.exitCode()).isEqualTo(1);
		assertThat(result.message()).hasValue("the host closed while rank 1-3 still ran, in spite of SIGKILL");
		assertThat(Await.result(job.familyEnded())).isEqualTo(result);
		assertThat(job.state()).isEqualTo(JobState.TERMINATED_WITH_ERROR);
	}

	@Test
	void close_processEndsLater_keepsTheResult() throws Exception {
		Job job = launch(1);
		SimulatedProcess process = node.processes().get(0);
		process.ignore(Signals.TERM);
		process.ignore(Signals.KILL);
		host.endJobs(SHORT);
		JobResult result = result(job);
		process.exit(ExitStatus.exited(0));
		host.close();

		assertThat(job.ended()).isCompletedWithValue(result);
		assertThat(host.messages).isEmpty();
	}

	@Test
	void close_preparationNeverEnds_givesResult() throws Exception {
		node.stick();
		Job job = host.launch(OneNodeHost.spec(1));
		host.endJobs(SHORT);

		assertThat(result(job).status()).isEqualTo(Status.ERR_JOB_CANCELED);
	}

	@Test
	void close_jobEndsInOrder_isOnlyCanceled() throws Exception {
		Job job = launch(2);
		host.endJobs(Duration.ofSeconds(30));

		assertThat(result(job).message()).hasValue("the job was interrupted; 2 ranks were ended");
		assertThat(node.processes()).allMatch(process -> !process.signals().contains(Signals.KILL));
	}
}
