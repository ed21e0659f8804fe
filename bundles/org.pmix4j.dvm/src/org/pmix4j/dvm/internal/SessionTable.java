// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import org.pmix4j.job.JobListener;
import org.pmix4j.job.Session;

/** The sessions of a server as they were at the last look. Owned by {@link JobFollower}; used on the engine's thread. */
final class SessionTable {
	private static final System.Logger LOG = System.getLogger(SessionTable.class.getName());

	private final JobListener listener;
	private final Map<Integer, Session> open = new LinkedHashMap<>();
	private boolean isReported;

	/** @param listener is notified of changes */
	SessionTable(JobListener listener) {
		this.listener = listener;
	}

	/**
	 * Takes over the sessions of a new look, and reports the changes. One that the server no longer lists has ended.
	 *
	 * @param sessions empty if the server does not report them, or no longer, because it ends
	 */
	void update(Optional<List<Session>> sessions) {
		if (sessions.isEmpty()) {
			return;
		}
		isReported = true;
		Map<Integer, Session> now = new LinkedHashMap<>();
		sessions.get().forEach(session -> now.put(session.id(), session));
		List<Session> gone = open.values().stream().filter(session -> !now.containsKey(session.id())).toList();
		List<Session> changed = now.values().stream().filter(session -> !session.equals(open.get(session.id()))).toList();
		open.clear();
		open.putAll(now);
		changed.forEach(this::report);
		gone.forEach(session -> report(session.withState(Session.State.ENDED)));
	}

	private void report(Session session) {
		try {
			listener.sessionChanged(session);
		} catch (Throwable e) { // also a checked exception, which other languages do not declare
			LOG.log(System.Logger.Level.ERROR, "a listener of sessions failed", e);
		}
	}

	/**
	 * Returns whether the server reports sessions. Each job then runs in one; a job without one has just begun or ended, and is in none of
	 * them for a moment.
	 */
	boolean isReported() {
		return isReported;
	}

	/** Returns the number of the session in which a job runs; empty if it is unknown. */
	OptionalInt find(String nspace) {
		return open.values().stream().filter(session -> session.jobs().contains(nspace)).mapToInt(Session::id).findFirst();
	}
}
