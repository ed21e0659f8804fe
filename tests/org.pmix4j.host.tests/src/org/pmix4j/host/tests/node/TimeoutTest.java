// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.host.LocalJob;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.job.options.ReportOptions;
import org.pmix4j.job.options.SpawnOptions;
import org.pmix4j.model.Status;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.ExitStatus;

/** The time limits of a job and of its start, and the reports that precede its end. */
class TimeoutTest {
	private final OneNodeHost host;

	TimeoutTest(@TempDir Path directory) throws Exception {
		host = new OneNodeHost(directory);
	}

	@AfterEach
	void close() {
		host.close();
	}

	private static JobSpec spec() {
		return OneNodeHost.spec(2);
	}

	@Test
	void spawnTimeout_startHangs_endsTheJob() {
		host.node.holdStarts();
		LocalJob job = host.launch(spec().withOption(SpawnOptions.START_LIMIT, Duration.ofSeconds(5)));

		host.loop.advance(Duration.ofMillis(4_999));
		assertThat(job.failure()).isEmpty();
		host.loop.advance(Duration.ofMillis(1));
		assertThat(job.exitCode()).hasValue(110);
		host.node.reportStarts();

		JobResult result = host.result(job);
		assertThat(result.status()).isEqualTo(Status.ERR_TIMEOUT);
		assertThat(result.message()).contains("the job did not start within its time limit of 5 s; 2 ranks were ended");
	}

	@Test
	void spawnTimeout_jobRuns_isNotLimited() {
		int before = host.loop.timers();
		LocalJob job = host.launch(spec().withOption(SpawnOptions.START_LIMIT, Duration.ofSeconds(5)));

		host.loop.advance(Duration.ofSeconds(100));

		assertThat(job.failure()).isEmpty();
		assertThat(host.loop.timers()).isEqualTo(before);
		host.exitAll(ExitStatus.exited(0));
		assertThat(host.result(job).isSuccess()).isTrue();
	}

	@Test
	void timeout_statesWanted_areReportedInTheFormOfPrrteBeforeTheEnd() {
		LocalJob job = host.launch(spec().withTimeout(Duration.ofSeconds(9)).withOption(ReportOptions.STATES_AT_TIMEOUT, true));
		host.node.processes().get(1).exit(ExitStatus.exited(0));
		host.loop.run();

		host.loop.advance(Duration.ofSeconds(9));

		List<String> pids = job.ranks().stream().map(rank -> Integer.toString(rank.pid().orElseThrow())).toList();
		assertThat(host.messages()).containsExactly("DATA FOR JOB: " + job.nspace(),
				"    Num apps: 1    Num procs: 2    JobState: RUNNING    Abort: False", "    Num launched: 2    Num reported: 0    Num terminated: 1",
				"    Procs:", "        Rank: 0    Node: here    PID: " + pids.get(0) + "    State: RUNNING    ExitCode 0",
				"        Rank: 1    Node: here    PID: " + pids.get(1) + "    State: NORMALLY TERMINATED    ExitCode 0");
		assertThat(host.result(job).exitCode()).isEqualTo(110);
	}

	@Test
	void timeout_tracesWanted_areTakenAndKept() {
		LocalJob job = host.launch(spec().withTimeout(Duration.ofSeconds(9)).withOption(ReportOptions.STACK_TRACES, true));

		host.loop.advance(Duration.ofSeconds(9));

		assertThat(host.messages()).startsWith("Waiting for stack traces (this may take a few moments)...")
				.containsSequence("ranks 0,1 (" + job.spec().apps().get(0).program() + "):", "    #0 main (...) at main.c:3");
		assertThat(job.traces()).hasSize(2).extracting(EngineEvent.StackTraced::who)
				.containsExactly(job.ranks().get(0).proc(), job.ranks().get(1).proc());
		assertThat(host.result(job).status()).isEqualTo(Status.ERR_TIMEOUT);
	}

	@Test
	void timeout_oneRankLeft_isTracedWithItsPid() {
		LocalJob job = host.launch(spec().withTimeout(Duration.ofSeconds(9)).withOption(ReportOptions.STACK_TRACES, true));
		host.node.processes().get(0).exit(ExitStatus.exited(0));
		host.loop.run();

		host.loop.advance(Duration.ofSeconds(9));

		int pid = job.ranks().get(1).pid().orElseThrow();
		assertThat(host.messages()).containsSequence("rank 1 (" + job.spec().apps().get(0).program() + ", PID " + pid + " on here):",
				"    #0 main (id=" + pid + ") at main.c:3");
	}

	@Test
	void timeout_tracesNeverCome_endsTheJobAfterHalfAMinute() {
		host.node.neverTrace();
		LocalJob job = host.launch(spec().withTimeout(Duration.ofSeconds(9)).withOption(ReportOptions.STACK_TRACES, true));

		host.loop.advance(Duration.ofSeconds(9));
		host.loop.advance(Duration.ofMillis(29_999));
		assertThat(host.node.processes()).allMatch(process -> process.signals().isEmpty());
		host.loop.advance(Duration.ofMillis(1));

		assertThat(host.node.processes()).allMatch(process -> process.signals().contains(Signals.TERM));
		assertThat(host.result(job).exitCode()).isEqualTo(110);
	}

	@Test
	void timeout_jobEndsWhileTracesAreTaken_keepsItsResult() {
		host.node.neverTrace();
		LocalJob job = host.launch(spec().withTimeout(Duration.ofSeconds(9)).withOption(ReportOptions.STACK_TRACES, true));
		host.loop.advance(Duration.ofSeconds(9));

		host.exitAll(ExitStatus.exited(0));

		assertThat(host.result(job).isSuccess()).isTrue();
	}
}
