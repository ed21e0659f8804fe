// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.scheduler;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.host.internal.session.NodeReservation;
import org.pmix4j.host.internal.session.SessionOrder;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.session.Sessions;
import org.pmix4j.job.Session.State;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.bytes.Signals;

/**
 * Stops the jobs of a session so that others may use its slots, and continues them later. The processes keep their memory. Owned by the
 * {@link Scheduler}, used on the host's thread.
 */
final class Preemption {
	private final Sessions sessions;
	private final NodePool pool;
	/** Sessions that had to make room, in the order in which they get their slots back. */
	private final Set<SessionRun> displaced = new LinkedHashSet<>();

	Preemption(Sessions sessions, NodePool pool) {
		this.sessions = sessions;
		this.pool = pool;
	}

	/** Stops all jobs of a session and gives its slots to the default session. */
	void preempt(SessionRun session) {
		session.members().forEach(member -> member.signalAll(Signals.STOP));
		session.lend();
		session.become(State.PREEMPTED);
	}

	/** Continues a preempted session if the offers include its slots. Returns whether they do. */
	boolean restore(SessionRun session, List<NodeReservation> offers) {
		boolean free = session.terms().filter(SessionOrder.Terms::shared).isPresent()
				|| Holdings.include(offers, session.resources().holdings());
		if (free) {
			displaced.remove(session);
			session.reclaim();
			session.members().forEach(member -> member.signalAll(Signals.CONT));
			session.become(State.ACTIVE);
		}
		return free;
	}

	/**
	 * Preempts sessions that allow it, the youngest first, until a request can be fulfilled; none if all of them would not suffice.
	 *
	 * @param own the session of the requester, which goes on, as do those above it
	 * @return whether the request can be fulfilled now
	 */
	boolean makeRoom(ResourceAmount wanted, Optional<SessionRun> own) throws PmixException {
		List<SessionRun> candidates = new ArrayList<>();
		for (SessionRun session : sessions.all()) {
			boolean willing = session.terms().filter(SessionOrder.Terms::preemptible).isPresent() && session.isReserved()
					&& session.state() == State.ACTIVE;
			if (willing && !isAbove(session, own)) {
				candidates.add(0, session);
			}
		}
		List<NodeReservation> room = pool.free();
		List<SessionRun> chosen = new ArrayList<>();
		for (SessionRun session : candidates) {
			room = Holdings.sum(room, session.resources().holdings());
			chosen.add(session);
			if (ResourceSelection.choose(wanted, room).isPresent()) {
				chosen.forEach(this::preempt);
				displaced.addAll(chosen);
				return true;
			}
		}
		return false;
	}

	private static boolean isAbove(SessionRun session, Optional<SessionRun> own) {
		Optional<SessionRun> at = own;
		while (at.isPresent()) {
			if (at.get() == session) {
				return true;
			}
			at = at.get().parent();
		}
		return false;
	}

	/** Continues the sessions that had to make room, if their slots are free. */
	void wake() {
		List.copyOf(displaced).forEach(session -> restore(session, pool.free()));
	}

	/** Forgets a session that has ended. */
	void forget(SessionRun session) {
		displaced.remove(session);
	}
}
