// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.job.AppSpec;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.StopPoint;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.server.spi.LoopServer;

/**
 * Holds the ranks of a job that stop for a debugger: notifies debuggers when all have stopped, and releases them. Owned by its
 * {@link JobController}; {@link #place}, {@link #count} and {@link #awaitsRelease} may be called from any thread.
 *
 * @see "PMIx Standard, chapter Tools and Debuggers; PRRTE src/mca/state/dvm, ready_for_debug"
 */
public final class DebugStop {
	/** The breakpoint at which the PMIx library itself stops. */
	private static final String IN_INIT = "pmix-init";

	private final LoopServer server;
	private final Job job;
	private final JobNotifier news;
	private final Optional<Proc> spawner;
	private volatile Optional<String> place = Optional.empty();
	private volatile int count;
	private volatile boolean isReleased;
	private boolean isOrphan;
	private Runnable onRelease = () -> {
	};

	DebugStop(LoopServer server, Job job, JobNotifier news, Optional<Proc> spawner) {
		this.server = server;
		this.job = job;
		this.news = news;
		this.spawner = spawner;
	}

	/** Returns how many ranks wait. */
	int count() {
		return place.isPresent() ? count : 0;
	}

	/** Returns the breakpoint that the ranks wait at. */
	Optional<String> place() {
		return place;
	}

	/** Returns whether ranks have stopped, or are to stop, and were not released. */
	boolean awaitsRelease() {
		JobSpec spec = job.spec();
		return !isReleased && (place.isPresent() || spec.stop() != StopPoint.NONE || spec.get(JobOptions.STOP_ON_EXEC));
	}

	/**
	 * Reports that all ranks that are to stop have stopped: to the tool that has spawned the job, or to every tool that requests the event
	 * if no tool has. A tool requests events of its server, so the event names no affected process.
	 *
	 * @param breakpoint where they wait
	 * @param ranks      how many they are
	 */
	public void stopped(String breakpoint, int ranks) {
		if (isOrphan) {
			goOnAlone();
			return;
		}
		count = ranks;
		place = Optional.of(breakpoint);
		news.stopped(breakpoint, spawner.stream().toList());
		if (spawner.isEmpty()) {
			news.tell(ranks + " of " + job.ranks().size() + " ranks stopped "
					+ where(breakpoint) + "; waiting for a debugger");
		}
		List<Info> infos = new ArrayList<>(List.of(Info.of(JobAttributes.NSPACE, job.nspace()),
				Info.of(EventAttributes.EVENT_NON_DEFAULT, true), Info.of(DebuggerAttributes.BREAKPOINT, breakpoint)));
		for (AppSpec app : job.spec().apps()) {
			infos.add(Info.of(AppAttributes.APP_ARGV, argv(app)));
		}
		spawner.ifPresent(proc -> infos.add(Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), proc)));
		server.notifyEvent(Status.READY_FOR_DEBUG, server.identity(), spawner.isPresent() ? DataRange.CUSTOM : DataRange.GLOBAL,
				new Infos(infos));
	}

	private static String where(String breakpoint) {
		return switch (breakpoint) {
			case IN_INIT -> "in PMIx_Init";
			case ExecStop.BREAKPOINT -> "at the first instruction of their programs";
			default -> "at '" + breakpoint + "'";
		};
	}

	private static String argv(AppSpec app) {
		return app.arguments().isEmpty() ? app.program() : app.program() + " " + String.join(" ", app.arguments());
	}

	/** Lets all ranks continue, including those that have not stopped yet. */
	void release() {
		released();
		server.notifyEvent(Status.DEBUGGER_RELEASE, server.identity(), DataRange.CUSTOM,
				Infos.of(Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), Proc.wildcard(job.nspace())),
						Info.of(EventAttributes.EVENT_NON_DEFAULT, true)));
	}

	/** Notes that a debugger has released the ranks. */
	public void released() {
		boolean isHeld = place.isPresent();
		place = Optional.empty();
		isReleased = true;
		if (isHeld) {
			news.released();
		}
		onRelease.run();
	}

	/** Takes an action that continues ranks that an event does not reach. */
	void whenReleased(Runnable action) {
		onRelease = action;
	}

	/** Releases the ranks, now or when they stop: a debugger that dies must not leave its job waiting forever. */
	void spawnerLost() {
		isOrphan = true;
		if (place.isPresent()) {
			goOnAlone();
		}
	}

	private void goOnAlone() {
		spawner.ifPresent(tool -> news.tell("the debugger " + tool + " is gone; job " + job.number() + " continues without it"));
		release();
	}
}
