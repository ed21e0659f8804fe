// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;
import org.pmix4j.host.launcher.LauncherProcess;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.host.HostListener;
import org.pmix4j.host.Job;
import org.pmix4j.host.JobSpec;
import org.pmix4j.host.OutputSink;
import org.pmix4j.host.RankProcess;
import org.pmix4j.host.events.HostEvent;
import org.pmix4j.host.internal.posix.ExitStatus;
import org.pmix4j.host.options.ReportOptions;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.testkit.SimulatedLoop;

/** What the user is told about jobs that wait, and the events behind it. */
@Timeout(60)
class WaitReportTest {
	private static final Duration LIMIT = Duration.ofSeconds(8);

	private final SimulatedLoop loop = new SimulatedLoop();
	private final SimulatedNode node = new SimulatedNode(0, "here", 4);
	private final List<HostEvent> events = new ArrayList<>();
	private final SimulatedHost host;

	WaitReportTest(@TempDir Path directory) throws Exception {
		host = new SimulatedHost(directory, List.of(node), loop);
	}

	@AfterEach
	void close() {
		host.close();
	}

	private Job launch(JobSpec spec) {
		Job job = host.launch(spec.withSink(OutputSink.DISCARD).withEnvironment(Map.of()), new HostListener() {
			@Override
			public void happened(Job of, HostEvent event) {
				events.add(event);
			}
		});
		loop.run();
		return job;
	}

	private static JobSpec watched() {
		return JobSpec.of(3, "program").withOption(ReportOptions.WAITS, LIMIT);
	}

	private void connect(RankProcess rank) {
		loop.perform(() -> host.upcalls.clientConnected(rank.proc(), rank, Infos.EMPTY));
	}

	/** Lets all processes exit, and waits in real time only for the output, which is written on its own thread. */
	private void end(Job job) {
		node.processes().forEach(process -> process.exit(ExitStatus.exited(0)));
		CompletableFuture<?> ended = job.ended();
		while (!ended.isDone()) {
			loop.run();
			Thread.onSpinWait();
		}
	}

	@Test
	void waits_ranksMissingInInit_areToldOnceForEachStandstill() {
		Job job = launch(watched());
		connect(job.ranks().get(0));

		loop.advance(Duration.ofSeconds(9));
		assertThat(host.messages).isEmpty();
		loop.advance(Duration.ofSeconds(1));
		assertThat(host.messages).containsExactly(
				"no progress for 8 s: ranks 1,2 of " + job.nspace() + ": not in PMIx_Init, which other ranks have called");

		loop.advance(Duration.ofSeconds(100));
		assertThat(host.messages).hasSize(1);
		connect(job.ranks().get(1));
		loop.advance(Duration.ofSeconds(10));
		assertThat(host.messages).hasSize(2).last().asString().contains("rank 2 of");
	}

	@Test
	void waits_startHangs_isTold() {
		node.holdStarts();
		Job job = launch(watched());

		loop.advance(Duration.ofSeconds(10));

		assertThat(host.messages).containsExactly("no progress for 8 s: ranks 0-2 of " + job.nspace() + ": to be started");
		node.reportStarts();
	}

	@Test
	void waits_ranksOnlyCompute_saysNothing() {
		launch(watched());

		loop.advance(Duration.ofSeconds(100));

		assertThat(host.messages).isEmpty();
	}

	@Test
	void waits_jobEnds_leavesNoTimer() {
		int before = loop.timers();
		end(launch(watched()));
		loop.run();

		assertThat(loop.timers()).isEqualTo(before);
	}

	@Test
	void slowStart_isToldEachSecond() {
		node.holdStarts();
		launch(JobSpec.of(3, "program").withOption(ReportOptions.SLOW_START, true));

		loop.advance(Duration.ofSeconds(2));
		assertThat(host.messages).hasSize(2).allMatch("starting: sending launch msg, 0 of 3 ranks run"::equals);

		node.reportStarts();
		loop.run();
		loop.advance(Duration.ofSeconds(5));
		assertThat(host.messages).hasSize(2);
	}

	@Test
	void slowStart_onATerminal_isToldByDefault() {
		JobSpec plain = JobSpec.of(1, "program");

		assertThat(LauncherProcess.telling(plain, true).get(ReportOptions.SLOW_START)).isTrue();
		assertThat(LauncherProcess.telling(plain, false).get(ReportOptions.SLOW_START)).isFalse();
		assertThat(LauncherProcess.telling(plain.withOption(ReportOptions.SLOW_START, false), true).get(ReportOptions.SLOW_START)).isFalse();
	}

	@Test
	void stopInInit_isToldOnce() {
		Job job = launch(JobSpec.of(3, "program"));
		Proc local = new Proc(job.nspace(), Rank.LOCAL_PEERS);
		Infos infos = Infos.of(Info.of(DebuggerAttributes.BREAKPOINT, "pmix-init"), Info.of(NodeAttributes.LOCAL_SIZE, 3));

		loop.perform(() -> host.upcalls.notifyEvent(Status.READY_FOR_DEBUG, local, DataRange.RM, infos));

		assertThat(host.messages).containsExactly("3 of 3 ranks stopped in PMIx_Init; waiting for a debugger");
		assertThat(job.counters().readyForDebug()).isEqualTo(3);
		assertThat(job.dump()).contains("3 ranks wait for a debugger at 'pmix-init'");
		assertThat(events).anyMatch(HostEvent.ReadyForDebug.class::isInstance);
		job.release();
		loop.run();
		assertThat(job.counters().readyForDebug()).isZero();
	}

	@Test
	void collective_isReportedAsEvents() {
		Job job = launch(JobSpec.of(3, "program"));
		Proc first = job.ranks().get(0).proc();
		List<Proc> all = List.of(Proc.wildcard(job.nspace()));

		loop.perform(() -> host.upcalls.collectiveEntered("fence", first, all));
		loop.perform(() -> host.upcalls.collectiveLeft("fence", all, Status.SUCCESS));

		assertThat(events).filteredOn(event -> event instanceof HostEvent.CollectiveEntered || event instanceof HostEvent.CollectiveLeft)
				.extracting(HostEvent::text).containsExactly(first + " entered fence", "fence of " + job.nspace() + " ended with SUCCESS (0)");
		assertThat(events).filteredOn(HostEvent.CollectiveEntered.class::isInstance).allMatch(event -> event.awaited().equals(all));
		assertThat(job.dump()).contains("last event ", "fence of " + job.nspace());
	}

	@Test
	void end_outputAndJobEndAreReportedInOrder() {
		end(launch(JobSpec.of(1, "program")));

		assertThat(events).extracting(HostEvent::text).anyMatch(text -> text.endsWith(" output complete"));
		assertThat(events).filteredOn(event -> event instanceof HostEvent.OutputComplete || event instanceof HostEvent.Raised)
				.extracting(event -> event.getClass().getSimpleName()).containsExactly("OutputComplete", "Raised");
		assertThat(events).isSortedAccordingTo((a, b) -> a.time().compareTo(b.time()));
	}

	@Test
	void dump_showsStageCountersSlotsAndRanks() {
		Job job = launch(JobSpec.of(3, "program"));
		connect(job.ranks().get(1));

		assertThat(job.dump().lines()).startsWith("job " + job.nspace() + ", RUNNING (RUNNING)",
				"  3 ranks mapped, 3 launched, 1 called PMIx_Init, 0 terminated; 4 slots", "  STARTED: ranks 0,2, has not called PMIx_Init",
				"  CONNECTED: rank 1, runs");
		assertThat(job.bookmark()).contains(node.node());
		assertThat(job.globalOffset()).hasValue(0);
		assertThat(job.counters().local()).isEqualTo(3);
		assertThat(job.launcher()).isEmpty();
		assertThat(job.children()).isEmpty();
		assertThat(job.directory()).isEqualTo(Path.of("/simulated/here", job.nspace()));
	}
}
