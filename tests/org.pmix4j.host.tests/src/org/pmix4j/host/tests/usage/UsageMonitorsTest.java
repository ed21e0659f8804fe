// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.FutureTask;

import org.junit.jupiter.api.Test;
import org.pmix4j.host.internal.usage.RequestedStats;
import org.pmix4j.host.internal.usage.UsageMonitors;
import org.pmix4j.host.internal.usage.UsageReport;
import org.pmix4j.host.internal.usage.UsageSource;
import org.pmix4j.host.tests.query.FakeJob;
import org.pmix4j.host.tests.query.FakeRank;
import org.pmix4j.job.ExitOutcome;
import org.pmix4j.job.RankState;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.JobState;
import org.pmix4j.model.NodePid;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.MonitorAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.StatisticsAttributes;
import org.pmix4j.server.spi.LoopTimer;

/** Monitors of resources: their targets, figures, periods and ends. */
class UsageMonitorsTest {
	private static final Proc ASKER = Proc.of("job", 0);
	private static final DataArray ALL = new DataArray(DataType.PROC, List.of());
	private static final Info PROCESSES = Info.of(MonitorAttributes.MONITOR_PROC_RESOURCE_USAGE, ALL);
	private static final Info RATE = Info.of(MonitorAttributes.MONITOR_RESOURCE_RATE, 3);

	/** Two processes, one disk and two networks, each with one number. */
	private static final class FakeSource implements UsageSource {
		@Override
		public Optional<Infos> process(int pid, RequestedStats wanted) {
			return pid == 0 ? Optional.empty() : Optional.of(Infos.of(Info.of(StatisticsAttributes.PROC_RSS, (float) pid)));
		}

		@Override
		public Infos node(RequestedStats wanted) {
			return Infos.of(Info.of(StatisticsAttributes.NODE_LOAD_AVG, 1f));
		}

		@Override
		public Map<String, Infos> disks(RequestedStats wanted) {
			return wanted.names().isEmpty() ? Map.of("sda", Infos.EMPTY) : Map.of(String.join(",", wanted.names()), Infos.EMPTY);
		}

		@Override
		public Map<String, Infos> networks(RequestedStats wanted) {
			return Map.of(String.join(",", wanted.names().isEmpty() ? wanted.keys() : wanted.names()), Infos.EMPTY);
		}
	}

	private final List<Runnable> timers = new ArrayList<>();
	private final List<Infos> events = new ArrayList<>();
	private final List<Status> codes = new ArrayList<>();
	private final FakeJob job = new FakeJob("job", JobState.RUNNING, List.of(rank(0, 11), rank(1, 12),
			new FakeRank(Proc.of("job", 2), RankState.ENDED, Optional.of(new ExitOutcome(ExitOutcome.Cause.NON_ZERO_EXIT, 1, "exited")),
					OptionalInt.of(13))));
	private final UsageMonitors monitors = new UsageMonitors(
			new UsageReport(node -> new FakeSource(), () -> List.of(job), () -> List.of(FakeRank.HERE)),
			this::schedule, Runnable::run, Runnable::run, (code, infos) -> {
				codes.add(code);
				events.add(infos);
			});

	private static FakeRank rank(int rank, int pid) {
		return new FakeRank(Proc.of("job", rank), RankState.CONNECTED, Optional.empty(), OptionalInt.of(pid));
	}

	private LoopTimer schedule(Duration delay, Runnable task) {
		assertThat(delay).isEqualTo(Duration.ofSeconds(3));
		FutureTask<Void> timer = new FutureTask<>(task, null);
		timers.add(timer);
		return () -> timer.cancel(false);
	}

	private void pass() {
		List<Runnable> due = List.copyOf(timers);
		timers.clear();
		due.forEach(Runnable::run);
	}

	private Infos ask(Info monitor, Info... directives) {
		return monitors.monitor(ASKER, monitor, Status.SUCCESS, Infos.of(directives)).toCompletableFuture().join();
	}

	private Status refusal(Info monitor, Info... directives) {
		CompletableFuture<Infos> answer = monitors.monitor(ASKER, monitor, Status.SUCCESS, Infos.of(directives)).toCompletableFuture();
		try {
			answer.join();
			return Status.SUCCESS;
		} catch (CompletionException e) {
			return ((PmixException) e.getCause()).status();
		}
	}

	private static List<Proc> procs(Infos told) {
		return told.stream().map(info -> array(info).value(ProcAttributes.PROCID.key()).orElseThrow()).map(Proc.class::cast).toList();
	}

	private static Infos array(Info info) {
		try {
			return ((DataArray) info.value()).infos();
		} catch (PmixException e) {
			throw new AssertionError(e);
		}
	}

	private static Info strings(Attribute<DataArray> key, String... values) {
		return Info.of(key, new DataArray(DataType.STRING, List.of(values).stream().<PmixValue>map(PmixValue.Str::new).toList()));
	}

	@Test
	void processes_withoutTargets_areAllRunning() throws PmixException {
		Infos told = ask(PROCESSES);

		assertThat(procs(told)).containsExactly(Proc.of("job", 0), Proc.of("job", 1));
		Infos second = array(told.list().get(1));
		assertThat(second.list().get(0).key()).isEqualTo(ProcAttributes.PROCID.key());
		assertThat(second.get(ProcAttributes.PROC_PID)).contains(12);
		assertThat(second.get(NodeAttributes.HOSTNAME)).contains("here");
		assertThat(second.get(StatisticsAttributes.PROC_RSS)).contains(12f);
		assertThat(timers).isEmpty();
	}

	@Test
	void processes_withTargets_areOnlyThose() {
		DataArray first = DataArray.ofProcs(List.of(Proc.of("job", 0), Proc.of("other", 1)));
		DataArray pid = new DataArray(DataType.NODE_PID, List.of(new NodePid("here", 0, 12), new NodePid("there", 0, 11)));
		DataArray all = new DataArray(DataType.NODE_PID, List.of(new NodePid("", 0, -1)));

		assertThat(procs(ask(PROCESSES, Info.of(MonitorAttributes.MONITOR_TARGET_PROCS, first)))).containsExactly(Proc.of("job", 0));
		assertThat(procs(ask(PROCESSES, Info.of(MonitorAttributes.MONITOR_TARGET_PROCS, DataArray.ofProcs(List.of(Proc.wildcard("job")))))))
				.hasSize(2);
		assertThat(procs(ask(PROCESSES, Info.of(MonitorAttributes.MONITOR_TARGET_PIDS, pid)))).containsExactly(Proc.of("job", 1));
		assertThat(procs(ask(PROCESSES, Info.of(MonitorAttributes.MONITOR_TARGET_PIDS, all)))).hasSize(2);
		assertThat(ask(PROCESSES, strings(MonitorAttributes.MONITOR_TARGET_NODES, "there")).isEmpty()).isTrue();
		assertThat(procs(ask(PROCESSES, strings(MonitorAttributes.MONITOR_TARGET_NODES, "there"),
				Info.of(MonitorAttributes.MONITOR_LOCAL_ONLY, true)))).hasSize(2);
	}

	@Test
	void node_withoutKeys_includesDisksAndNetworks() throws PmixException {
		Info monitor = Info.of(MonitorAttributes.MONITOR_NODE_RESOURCE_USAGE, ALL);
		Infos node = array(ask(monitor).list().get(0));

		assertThat(node.list().get(0).key()).isEqualTo(NodeAttributes.HOSTNAME.key());
		assertThat(node.get(NodeAttributes.NODEID)).contains(0);
		assertThat(node.get(StatisticsAttributes.NODE_LOAD_AVG)).contains(1f);
		assertThat(node.get(StatisticsAttributes.DISK_RESOURCE_USAGE)).isPresent();
		assertThat(node.get(StatisticsAttributes.NETWORK_RESOURCE_USAGE)).isPresent();
		assertThat(ask(monitor, Info.of(MonitorAttributes.MONITOR_TARGET_NODEIDS,
				new DataArray(DataType.UINT32, List.of(new PmixValue.UInt32(1))))).isEmpty()).isTrue();
	}

	@Test
	void node_withKeys_includesOnlyThose() {
		Infos wanted = Infos.of(Info.of(StatisticsAttributes.NODE_LOAD_AVG, 0f), Info.of(StatisticsAttributes.NET_SENT_ERRS, 0L));
		Infos node = array(ask(Info.of(MonitorAttributes.MONITOR_NODE_RESOURCE_USAGE, DataArray.of(wanted))).list().get(0));

		assertThat(node.contains(StatisticsAttributes.DISK_RESOURCE_USAGE)).isFalse();
		assertThat(node.value(StatisticsAttributes.NETWORK_RESOURCE_USAGE.key()))
				.contains(DataArray.of(Infos.of(Info.of(StatisticsAttributes.NETWORK_ID, "pmix.net.snterr"))));
	}

	@Test
	void disks_named_areOnlyThose() {
		Info monitor = Info.of(MonitorAttributes.MONITOR_DISK_RESOURCE_USAGE, ALL);
		Info one = Info.of(MonitorAttributes.MONITOR_DISK_RESOURCE_USAGE,
				DataArray.of(Infos.of(Info.of(StatisticsAttributes.DISK_ID, "nvme0"))));

		assertThat(array(ask(monitor).list().get(0)).value("pmix.disk.id")).contains(new PmixValue.Str("sda"));
		assertThat(array(ask(one).list().get(0)).value("pmix.disk.id")).contains(new PmixValue.Str("nvme0"));
		assertThat(array(ask(monitor, strings(MonitorAttributes.MONITOR_TARGET_DISKS, "vda")).list().get(0)).value("pmix.disk.id"))
				.contains(new PmixValue.Str("vda"));
	}

	@Test
	void networks_named_areOnlyThose() {
		Info monitor = Info.of(MonitorAttributes.MONITOR_NET_RESOURCE_USAGE, ALL);

		assertThat(array(ask(monitor, strings(MonitorAttributes.MONITOR_TARGET_NETS, "eth7")).list().get(0))
				.value(StatisticsAttributes.NETWORK_ID.key())).contains(new PmixValue.Str("eth7"));
	}

	@Test
	void update_afterEachPeriod_isSentOnlyToTheRequester() throws PmixException {
		assertThat(ask(PROCESSES, RATE, Info.of(MonitorAttributes.MONITOR_ID, "mine")).size()).isEqualTo(2);
		pass();
		pass();

		assertThat(codes).containsExactly(Status.MONITOR_RESUSAGE_UPDATE, Status.MONITOR_RESUSAGE_UPDATE);
		Infos event = events.get(0);
		assertThat(event.isTrue(EventAttributes.EVENT_NON_DEFAULT)).isTrue();
		assertThat(event.isTrue(EventAttributes.EVENT_DO_NOT_CACHE)).isTrue();
		assertThat(event.value(EventAttributes.EVENT_CUSTOM_RANGE.key())).contains(ASKER);
		assertThat(event.get(MonitorAttributes.MONITOR_ID)).contains("mine");
		assertThat(event.get(StatisticsAttributes.PROC_RESOURCE_USAGE)).isPresent();
	}

	@Test
	void update_canceled_isNotSent() {
		ask(PROCESSES, RATE, Info.of(MonitorAttributes.MONITOR_ID, "mine"));
		ask(PROCESSES, RATE, Info.of(MonitorAttributes.MONITOR_ID, "other"));
		monitors.monitor(Proc.of("job", 1), Info.of(MonitorAttributes.MONITOR_CANCEL, "mine"), Status.SUCCESS, Infos.EMPTY);
		ask(Info.of(MonitorAttributes.MONITOR_CANCEL, "other"));
		pass();
		assertThat(events).hasSize(1);

		ask(Info.of(MonitorAttributes.MONITOR_CANCEL.key(), PmixValue.Undef.INSTANCE));
		pass();
		assertThat(events).hasSize(1);
	}

	@Test
	void cancel_byName_endsTheMonitorOfItsRequesterOnly() {
		ask(PROCESSES, RATE, Info.of(MonitorAttributes.MONITOR_ID, "mine"));

		assertThat(monitors.cancel(Proc.of("job", 1), "mine")).isFalse();
		assertThat(monitors.cancel(ASKER, "other")).isFalse();
		assertThat(monitors.cancel(ASKER, "mine")).isTrue();

		pass();
		assertThat(events).isEmpty();
	}

	@Test
	void request_unsupported_isRefused() {
		assertThat(refusal(Info.of(MonitorAttributes.MONITOR_FILE_CHANGES, ALL))).isEqualTo(Status.ERR_NOT_SUPPORTED);
		assertThat(refusal(PROCESSES, Info.of(MonitorAttributes.MONITOR_APP_CONTROL, true).required())).isEqualTo(Status.ERR_NOT_SUPPORTED);
		assertThat(refusal(Info.of(MonitorAttributes.MONITOR_DISK_RESOURCE_USAGE,
				DataArray.of(Infos.of(Info.of(StatisticsAttributes.PROC_RSS, 0f)))))).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(refusal(PROCESSES, Info.of(MonitorAttributes.MONITOR_TARGET_PROCS.key(), ASKER))).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(refusal(PROCESSES, strings(MonitorAttributes.MONITOR_TARGET_PROCS, "job"))).isEqualTo(Status.ERR_BAD_PARAM);
		for (int i = 0; i < 64; i++) {
			ask(PROCESSES, RATE);
		}
		assertThat(refusal(PROCESSES, RATE)).isEqualTo(Status.ERR_OUT_OF_RESOURCE);
	}
}
