// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.job.Job;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.ExitStatus;

/** Tests how ranks that stop at the first instruction of their programs are held and released. */
class ExecStopTest {
	private final OneNodeHost host;

	ExecStopTest(@TempDir Path directory) throws Exception {
		host = new OneNodeHost(directory);
	}

	@AfterEach
	void close() {
		host.close();
	}

	private Job launch() {
		return host.launch(OneNodeHost.spec(3).withOption(JobOptions.STOP_ON_EXEC, true));
	}

	private List<List<Integer>> signals() {
		return host.node.processes().stream().map(SimulatedProcess::signals).toList();
	}

	private void reachPrograms(Optional<String> refusal) {
		host.node.processes().forEach(process -> process.reachProgram(refusal));
		host.loop.run();
	}

	private void endsWell(Job job) {
		host.exitAll(ExitStatus.exited(0));
		assertThat(host.result(job).isSuccess()).isTrue();
	}

	@Test
	void release_ofStoppedRanks_continuesEachOnce() {
		Job job = launch();
		assertThat(host.messages()).isEmpty();
		reachPrograms(Optional.empty());
		assertThat(host.messages()).containsExactly("3 of 3 ranks stopped at the first instruction of their programs; waiting for a debugger");
		assertThat(signals()).allMatch(List::isEmpty);

		job.release();
		host.loop.run();

		assertThat(signals()).hasSize(3).allMatch(List.of(Signals.CONT)::equals);
		endsWell(job);
	}

	@Test
	void release_beforeAllRanksHaveStarted_leavesNoRankStopped() {
		host.node.holdStarts();
		Job job = launch();
		assertThat(host.node.processes()).hasSize(3);

		job.release();
		host.loop.run();
		host.node.reportStarts();
		reachPrograms(Optional.empty());

		assertThat(signals()).allMatch(List.of(Signals.CONT)::equals);
		assertThat(job.awaitsRelease()).isFalse();
		endsWell(job);
	}

	@Test
	void release_whileRanksAreOnTheirWayToTheirPrograms_continuesThemThere() {
		Job job = launch();

		job.release();
		host.loop.run();
		assertThat(signals()).allMatch(List::isEmpty);
		reachPrograms(Optional.empty());

		assertThat(signals()).allMatch(List.of(Signals.CONT)::equals);
		assertThat(host.messages()).isEmpty();
		endsWell(job);
	}

	@Test
	void ranks_thatMustNotBeTraced_areSaidToWaitInTheShell() {
		Job job = launch();

		reachPrograms(Optional.of("operation not permitted"));

		assertThat(host.messages()).containsExactly(
				"job 1: 3 of 3 stopped ranks are still in /bin/sh and execute their programs when they are released, because the system does not let"
						+ " pmix4j trace them (operation not permitted)",
				"3 of 3 ranks stopped at the first instruction of their programs; waiting for a debugger");
		job.release();
		host.loop.run();
		assertThat(signals()).allMatch(List.of(Signals.CONT)::equals);
		endsWell(job);
	}

	@Test
	void rank_thatEndsBeforeItsProgram_doesNotKeepTheOthersWaiting() {
		Job job = launch();
		host.node.processes().get(1).exit(ExitStatus.exited(0));
		host.loop.run();

		reachPrograms(Optional.empty());

		assertThat(host.messages()).containsExactly("2 of 3 ranks stopped at the first instruction of their programs; waiting for a debugger");
		job.release();
		host.loop.run();
		endsWell(job);
	}
}
