// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.host.AppSpec;
import org.pmix4j.host.Job;
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
 * A job whose ranks stop for a debugger: who is told of it, and what lets them go on. Owned by its {@link JobCourse}, used on the host's
 * thread.
 *
 * @see "PMIx Standard, chapter Tools and Debuggers; PRRTE src/mca/state/dvm, ready_for_debug"
 */
public final class JobHold {
	private final LoopServer server;
	private final Job job;
	private final JobNews news;
	private final Optional<Proc> spawner;
	private volatile Optional<String> place = Optional.empty();
	private boolean isOrphan;

	JobHold(LoopServer server, Job job, JobNews news, Optional<Proc> spawner) {
		this.server = server;
		this.job = job;
		this.news = news;
		this.spawner = spawner;
	}

	/** Returns the breakpoint that the ranks wait at. */
	Optional<String> place() {
		return place;
	}

	/**
	 * All ranks that shall stop have stopped. The tool that has spawned the job hears of it, else every tool that wants to. A tool
	 * asks for events of its server, so the event names no process that it would befall.
	 *
	 * @param breakpoint where they wait
	 */
	public void stopped(String breakpoint) {
		if (isOrphan) {
			goOnAlone();
			return;
		}
		place = Optional.of(breakpoint);
		news.stopped(breakpoint);
		List<Info> infos = new ArrayList<>(List.of(Info.of(JobAttributes.NSPACE, job.nspace()),
				Info.of(EventAttributes.EVENT_NON_DEFAULT, true), Info.of(DebuggerAttributes.BREAKPOINT, breakpoint)));
		for (AppSpec app : job.spec().apps()) {
			infos.add(Info.of(AppAttributes.APP_ARGV, argv(app)));
		}
		spawner.ifPresent(proc -> infos.add(Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), proc)));
		server.notifyEvent(Status.READY_FOR_DEBUG, server.identity(), spawner.isPresent() ? DataRange.CUSTOM : DataRange.GLOBAL,
				new Infos(infos));
	}

	private static String argv(AppSpec app) {
		return app.arguments().isEmpty() ? app.program() : app.program() + " " + String.join(" ", app.arguments());
	}

	/** Lets all ranks go on, also those that have not stopped yet. */
	void release() {
		released();
		server.notifyEvent(Status.DEBUGGER_RELEASE, server.identity(), DataRange.CUSTOM,
				Infos.of(Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), Proc.wildcard(job.nspace())),
						Info.of(EventAttributes.EVENT_NON_DEFAULT, true)));
	}

	/** A debugger has let them go on. */
	public void released() {
		place = Optional.empty();
	}

	/** A debugger that has started the job only to watch it, and dies, must not leave it waiting for ever, now or later. */
	void spawnerLost() {
		isOrphan = true;
		if (place.isPresent()) {
			goOnAlone();
		}
	}

	private void goOnAlone() {
		spawner.ifPresent(tool -> news.tell("the debugger " + tool + " is gone, so job " + job.number() + " goes on without it"));
		release();
	}
}
