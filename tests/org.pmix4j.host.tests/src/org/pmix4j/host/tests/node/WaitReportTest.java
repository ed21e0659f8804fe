// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.host.LocalJob;
import org.pmix4j.host.launcher.LauncherProcess;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.job.options.ReportOptions;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.JobState;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.ExitStatus;

/** What the user is told about jobs that wait, and the events behind it. */
class WaitReportTest {
	private static final Duration LIMIT = Duration.ofSeconds(8);

	private final List<EngineEvent> events = new ArrayList<>();
	private final List<Job> released = new ArrayList<>();
	private final OneNodeHost host;

	WaitReportTest(@TempDir Path directory) throws Exception {
		host = new OneNodeHost(directory);
	}

	@AfterEach
	void close() {
		host.close();
	}

	private LocalJob launch(JobSpec spec) {
		return host.launch(spec, new JobListener() {
			@Override
			public void onEvent(Job of, EngineEvent event) {
				events.add(event);
			}

			@Override
			public void released(Job of) {
				released.add(of);
			}
		});
	}

	private static JobSpec watched() {
		return OneNodeHost.spec(3).withOption(ReportOptions.WAITS, LIMIT);
	}

	private void end(LocalJob job) {
		host.exitAll(ExitStatus.exited(0));
		host.result(job);
	}

	@Test
	void waits_ranksMissingInInit_areToldOnceForEachStandstill() {
		LocalJob job = launch(watched());
		host.connect(job.ranks().get(0));

		host.loop.advance(Duration.ofSeconds(9));
		assertThat(host.messages()).isEmpty();
		host.loop.advance(Duration.ofSeconds(1));
		assertThat(host.messages()).containsExactly(
				"no progress for 8 s: ranks 1,2 of " + job.nspace() + ": not in PMIx_Init, which other ranks have called");

		host.loop.advance(Duration.ofSeconds(100));
		assertThat(host.messages()).hasSize(1);
		host.connect(job.ranks().get(1));
		host.loop.advance(Duration.ofSeconds(10));
		assertThat(host.messages()).hasSize(2).last().asString().contains("rank 2 of");
	}

	@Test
	void waits_startHangs_isTold() {
		host.node.holdStarts();
		LocalJob job = launch(watched());

		host.loop.advance(Duration.ofSeconds(10));

		assertThat(host.messages()).containsExactly("no progress for 8 s: ranks 0-2 of " + job.nspace() + ": to be started");
		host.node.reportStarts();
	}

	@Test
	void waits_ranksOnlyCompute_saysSinceWhen() {
		LocalJob job = launch(watched());

		host.loop.advance(Duration.ofSeconds(100));

		assertThat(host.messages()).isNotEmpty().allMatch(text -> text.matches("no progress for 8 s: ranks? [\\d,-]+ of " + job.nspace()
				+ ": computing or in MPI since (\\d{4}-\\d\\d-\\d\\d )?\\d\\d:\\d\\d:\\d\\d, see --get-stack-traces"));
	}

	@Test
	void waits_rankThatHasFinalized_computes() {
		LocalJob job = launch(watched());
		host.connect(job.ranks().get(0));
		host.loop.perform(() -> host.host.upcalls.clientFinalized(job.ranks().get(0).proc(), job.ranks().get(0)));

		host.loop.advance(Duration.ofSeconds(12));

		assertThat(host.messages()).hasSize(2).anyMatch(text -> text.contains("rank 0 of " + job.nspace() + ": computing or in MPI since "))
				.anyMatch(text -> text.contains("ranks 1,2 of " + job.nspace() + ": not in PMIx_Init"));
	}

	@Test
	void waits_ranksStoppedByOthers_areTold() {
		LocalJob job = launch(watched());
		host.node.processes().get(0).stop(Signals.TTIN);
		host.node.processes().get(2).stop(Signals.STOP);
		host.loop.run();

		assertThat(job.ranks()).map(RankProcess::isSuspended).containsExactly(true, false, true);
		assertThat(job.state()).isEqualTo(JobState.RUNNING);
		assertThat(events).filteredOn(EngineEvent.RankStopped.class::isInstance).map(EngineEvent::text).containsExactly(
				job.ranks().get(0).proc() + " was stopped by SIGTTIN (it reads from the terminal in the background)",
				job.ranks().get(2).proc() + " was stopped by SIGSTOP");
		assertThat(job.dump()).contains("STARTED: rank 1,")
				.contains("  rank 0: stopped by SIGTTIN (").contains("  rank 2: stopped by SIGSTOP for ");

		host.loop.advance(Duration.ofSeconds(12));
		assertThat(host.messages()).hasSize(3).allMatch(text -> text.startsWith("no progress for 8 s: rank "))
				.anyMatch(text -> text.contains("rank 1 of " + job.nspace() + ": computing or in MPI since "))
				.anyMatch(text -> text.contains("rank 2 of " + job.nspace() + ": stopped by SIGSTOP for "));
	}

	@Test
	void stops_ofAllRanks_suspendTheJobUntilOneContinues() {
		LocalJob job = launch(watched());
		host.node.processes().forEach(process -> process.stop(Signals.TSTP));
		host.loop.run();
		assertThat(job.state()).isEqualTo(JobState.SUSPENDED);

		host.node.processes().get(1).stop(0);
		host.loop.run();

		assertThat(job.state()).isEqualTo(JobState.RUNNING);
		assertThat(job.ranks()).map(RankProcess::isSuspended).containsExactly(true, false, true);
		assertThat(events.getLast().text()).isEqualTo("JOB " + job.nspace() + " STATE RUNNING");
		assertThat(events).filteredOn(EngineEvent.RankContinued.class::isInstance).map(EngineEvent::who)
				.containsExactly(job.ranks().get(1).proc());
	}

	@Test
	void waits_jobEnds_leavesNoTimer() {
		int before = host.loop.timers();
		end(launch(watched()));
		host.loop.run();

		assertThat(host.loop.timers()).isEqualTo(before);
	}

	@Test
	void slowStart_isToldEachSecond() {
		host.node.holdStarts();
		launch(OneNodeHost.spec(3).withOption(ReportOptions.SLOW_START, true));

		host.loop.advance(Duration.ofSeconds(2));
		assertThat(host.messages()).hasSize(2).allMatch("starting: sending launch msg, 0 of 3 ranks run"::equals);

		host.node.reportStarts();
		host.loop.run();
		host.loop.advance(Duration.ofSeconds(5));
		assertThat(host.messages()).hasSize(2);
	}

	@Test
	void slowStart_onATerminal_isToldByDefault() {
		JobSpec plain = OneNodeHost.spec(1);

		assertThat(LauncherProcess.telling(plain, true).get(ReportOptions.SLOW_START)).isTrue();
		assertThat(LauncherProcess.telling(plain, false).get(ReportOptions.SLOW_START)).isFalse();
		assertThat(LauncherProcess.telling(plain.withOption(ReportOptions.SLOW_START, false), true).get(ReportOptions.SLOW_START)).isFalse();
	}

	@Test
	void stopInInit_isToldOnce() {
		LocalJob job = launch(OneNodeHost.spec(3));
		Proc local = new Proc(job.nspace(), Rank.LOCAL_PEERS);
		Infos infos = Infos.of(Info.of(DebuggerAttributes.BREAKPOINT, "pmix-init"), Info.of(NodeAttributes.LOCAL_SIZE, 3));

		host.loop.perform(() -> host.host.upcalls.notifyEvent(Status.READY_FOR_DEBUG, local, DataRange.RM, infos));

		assertThat(host.messages()).containsExactly("3 of 3 ranks stopped in PMIx_Init; waiting for a debugger");
		assertThat(job.counters().readyForDebug()).isEqualTo(3);
		assertThat(job.dump()).contains("3 ranks wait for a debugger at 'pmix-init'");
		assertThat(events).anyMatch(EngineEvent.ReadyForDebug.class::isInstance);
		assertThat(released).isEmpty();
		job.release();
		job.release();
		host.loop.run();
		assertThat(job.counters().readyForDebug()).isZero();
		assertThat(released).containsExactly(job);
	}

	@Test
	void collective_isReportedAsEvents() {
		LocalJob job = launch(OneNodeHost.spec(3));
		Proc first = job.ranks().get(0).proc();
		List<Proc> all = List.of(Proc.wildcard(job.nspace()));

		host.loop.perform(() -> host.host.upcalls.collectiveEntered("fence", first, all));
		host.loop.perform(() -> host.host.upcalls.collectiveLeft("fence", all, Status.SUCCESS));

		assertThat(events).filteredOn(event -> event instanceof EngineEvent.CollectiveEntered || event instanceof EngineEvent.CollectiveLeft)
				.extracting(EngineEvent::text).containsExactly(first + " entered fence", "fence of " + job.nspace() + " ended with SUCCESS (0)");
		assertThat(events).filteredOn(EngineEvent.CollectiveEntered.class::isInstance).allMatch(event -> event.awaited().equals(all));
		assertThat(job.dump()).contains("last event ", "fence of " + job.nspace());
	}

	@Test
	void end_outputAndJobEndAreReportedInOrder() {
		end(launch(OneNodeHost.spec(1)));

		assertThat(events).extracting(EngineEvent::text).anyMatch(text -> text.endsWith(" output complete"));
		assertThat(events).filteredOn(event -> event instanceof EngineEvent.OutputComplete || event instanceof EngineEvent.Raised)
				.extracting(event -> event.getClass().getSimpleName()).containsExactly("OutputComplete", "Raised");
		assertThat(events).isSortedAccordingTo((a, b) -> a.time().compareTo(b.time()));
	}

	@Test
	void dump_showsStageCountersSlotsAndRanks() {
		LocalJob job = launch(OneNodeHost.spec(3));
		host.connect(job.ranks().get(1));

		assertThat(job.dump().lines()).startsWith("job " + job.nspace() + ", RUNNING (RUNNING)",
				"  3 ranks mapped, 3 launched, 1 called PMIx_Init, 0 terminated; 4 slots", "  STARTED: ranks 0,2, has not called PMIx_Init",
				"  CONNECTED: rank 1, runs");
		assertThat(job.bookmark()).contains(host.node.node());
		assertThat(job.globalOffset()).hasValue(0);
		assertThat(job.counters().local()).isEqualTo(3);
		assertThat(job.launcher()).isEmpty();
		assertThat(job.children()).isEmpty();
		assertThat(job.directory()).isEqualTo(Path.of("/simulated/here", job.nspace()));
	}
}
