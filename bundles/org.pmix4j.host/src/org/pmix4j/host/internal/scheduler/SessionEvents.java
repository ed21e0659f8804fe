// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.scheduler;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.session.SessionOutcome;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.model.attributes.SessionControlAttributes;

/**
 * Raises the events of sessions and allocations. Owned by the {@link Scheduler}, used on the host's thread.
 *
 * @see "PMIx Standard, PMIX_EVENT_SESSION_START and PMIX_EVENT_SESSION_END; OpenPMIx, PMIX_ALLOC_TIMEOUT_WARNING; PRRTE,
 *      docs/how-things-work/schedulers/session_control.rst, Completion"
 */
final class SessionEvents {
	private final HostContext host;
	private final Jobs jobs;

	SessionEvents(HostContext host, Jobs jobs) {
		this.host = host;
		this.jobs = jobs;
	}

	/** Notes that a session was opened. */
	void began(SessionRun session) {
		assert host.thread().inThread();
		raise(Status.EVENT_SESSION_START, DataRange.SESSION, new Infos(described(session)).with(nonDefault()));
	}

	/** Notes that the resources of a session are free. The event names its jobs and how they ended. */
	void ended(SessionRun session, Optional<String> control) {
		List<Info> infos = described(session);
		infos.add(nonDefault());
		infos.add(Info.of(SessionControlAttributes.SESSION_COMPLETE, true));
		control.ifPresent(name -> infos.add(Info.of(SessionControlAttributes.SESSION_CTRL_ID, name)));
		for (SessionOutcome outcome : session.outcomes()) {
			infos.add(Info.of(LevelAttributes.JOB_INFO_ARRAY, DataArray.of(Infos.of(Info.of(JobAttributes.NSPACE, outcome.nspace()),
					Info.of(JobAttributes.JOB_TERM_STATUS, outcome.status())))));
		}
		raise(Status.EVENT_SESSION_END, DataRange.SESSION, new Infos(infos));
	}

	/** Tells the processes of the requester's job what became of its request. */
	void decided(Proc requester, Infos answer, Status status) {
		raise(Status.NOTIFY_ALLOC_COMPLETE, DataRange.CUSTOM, answer.with(AllocAttributes.ALLOC_STATUS, status).with(nonDefault(),
				Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), Proc.wildcard(requester.nspace()))));
	}

	/** Tells the requester that the time of its session ends soon. */
	void warn(SessionRun session) {
		session.requester().ifPresent(requester -> {
			long left = session.deadline().map(end -> Math.max(0, Duration.between(Instant.now(), end).toSeconds())).orElse(0L);
			raise(Status.ALLOC_TIMEOUT_WARNING, DataRange.CUSTOM, new Infos(described(session))
					.with(AllocAttributes.TIME_REMAINING, (int) left).with(Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), requester)));
		});
	}

	/** Tells the user why the jobs of a session end. */
	void timeIsUp(SessionRun session) {
		for (SessionRun.Member member : session.members()) {
			jobs.find(member.nspace()).map(JobHandle::course)
					.ifPresent(course -> course.tell("the time of " + session.ids() + " is up; its jobs are ended"));
		}
	}

	private static List<Info> described(SessionRun session) {
		List<Info> infos = new ArrayList<>();
		infos.add(Info.of(SessionAttributes.SESSION_ID, session.ids().id()));
		session.ids().allocation().ifPresent(name -> infos.add(Info.of(AllocAttributes.ALLOC_ID, name)));
		session.ids().request().ifPresent(name -> infos.add(Info.of(AllocAttributes.ALLOC_REQ_ID, name)));
		return infos;
	}

	private static Info nonDefault() {
		return Info.of(EventAttributes.EVENT_NON_DEFAULT, true);
	}

	private void raise(Status code, DataRange range, Infos infos) {
		host.server().notifyEvent(code, host.server().identity(), range, infos).exceptionally(problem -> {
			HostLog.log(Level.DEBUG, "the event " + code + " was not raised: " + problem.getMessage());
			return null;
		});
	}
}
