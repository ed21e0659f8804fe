// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.usage;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.internal.thread.Timers;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.MonitorAttributes;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.server.spi.LoopTimer;

/**
 * Answers requests to monitor resources, and raises events with new statistics at intervals. Owned by the host; files are read on
 * other threads.
 *
 * @see "OpenPMIx 6.1, src/mca/pstat/plinux, query and update"
 */
public final class UsageMonitors {
	private static final PeerLog LOG = PeerLog.of(UsageMonitors.class);
	private static final int MOST = 64;

	/** Raises an event. */
	public interface Alarm {
		/**
		 * @param code  the event
		 * @param infos the statistics, and the targets of the event
		 */
		void raise(Status code, Infos infos);
	}

	/** A monitor that reports at intervals. */
	private static final class Running {
		private final Proc requester;
		private final UsageRequest request;
		private final Duration rate;
		private final Status code;
		private @Nullable LoopTimer timer;
		private boolean ended;

		private Running(Proc requester, UsageRequest request, Duration rate, Status code) {
			this.requester = requester;
			this.request = request;
			this.rate = rate;
			this.code = code;
		}

		private void end() {
			ended = true;
			LoopTimer waiting = timer;
			if (waiting != null) {
				waiting.cancel();
			}
		}
	}

	private final UsageReport report;
	private final Timers timers;
	private final Executor thread;
	private final Executor readers;
	private final Alarm alarm;
	private final List<Running> running = new ArrayList<>();

	/**
	 * @param report  returns the statistics
	 * @param timers  of the host's thread
	 * @param thread  the host's thread
	 * @param readers read files
	 * @param alarm   raises an event; called on a reader's thread
	 */
	public UsageMonitors(UsageReport report, Timers timers, Executor thread, Executor readers,
			Alarm alarm) {
		this.report = report;
		this.timers = timers;
		this.thread = thread;
		this.readers = readers;
		this.alarm = alarm;
	}

	/**
	 * Returns the statistics once, and starts or ends a monitor at intervals if the request says so.
	 *
	 * @param requester  the process that asks and receives the events
	 * @param monitor    the statistics, or the monitor to end
	 * @param code       of the events; success stands for the default
	 * @param directives targets and interval
	 * @return the statistics; or a failure: NOT_SUPPORTED for other kinds of monitors, BAD_PARAM if the request is malformed,
	 *         OUT_OF_RESOURCE if the process has 64 monitors already
	 */
	public CompletionStage<Infos> monitor(Proc requester, Info monitor, Status code, Infos directives) {
		try {
			if (monitor.key().equals(MonitorAttributes.MONITOR_CANCEL.key())) {
				String id = monitor.value() instanceof PmixValue.Str name ? name.value() : "";
				cancel(requester, id);
				return CompletableFuture.completedFuture(Infos.EMPTY);
			}
			UsageRequest request = UsageRequest.of(monitor, directives);
			CompletableFuture<Infos> first = CompletableFuture.supplyAsync(() -> read(request), readers);
			if (request.rate().isEmpty()) {
				return first;
			}
			Running started = new Running(requester, request, request.rate().get(), code.isSuccess() ? Status.MONITOR_RESUSAGE_UPDATE : code);
			return first.thenComposeAsync(numbers -> begin(started) ? CompletableFuture.completedFuture(numbers)
					: CompletableFuture.failedFuture(new PmixException(Status.ERR_OUT_OF_RESOURCE,
							"one process may run at most " + MOST + " monitors")), thread);
		} catch (PmixException e) {
			return CompletableFuture.failedFuture(e);
		}
	}

	private Infos read(UsageRequest request) {
		try {
			return report.of(request);
		} catch (PmixException e) {
			throw new CompletionException(e);
		}
	}

	private boolean begin(Running started) {
		if (running.stream().filter(other -> other.requester.equals(started.requester)).count() >= MOST) {
			return false;
		}
		running.add(started);
		schedule(started);
		return true;
	}

	/**
	 * Ends monitors.
	 *
	 * @param requester of the monitors
	 * @param id        of a monitor; empty for all of the requester
	 * @return whether there was one
	 */
	public boolean cancel(Proc requester, String id) {
		return running.removeIf(each -> {
			boolean meant = each.requester.equals(requester) && (id.isEmpty() || id.equals(each.request.id()));
			if (meant) {
				each.end();
			}
			return meant;
		});
	}

	private void schedule(Running monitor) {
		monitor.timer = timers.schedule(monitor.rate, () -> readers.execute(() -> tell(monitor)));
	}

	/** On a reader's thread. */
	private void tell(Running monitor) {
		try {
			Infos infos = Infos.of(Info.of(EventAttributes.EVENT_NON_DEFAULT, true), Info.of(EventAttributes.EVENT_DO_NOT_CACHE, true),
					Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), monitor.requester));
			if (!monitor.request.id().isEmpty()) {
				infos = infos.with(MonitorAttributes.MONITOR_ID, monitor.request.id());
			}
			alarm.raise(monitor.code, infos.concat(report.of(monitor.request).list()));
		} catch (PmixException | RuntimeException e) {
			LOG.log(Level.WARNING, "the statistics for {0} cannot be read or sent: {1}", monitor.requester, e.getMessage());
		}
		thread.execute(() -> {
			if (!monitor.ended) {
				schedule(monitor);
			}
		});
	}
}
