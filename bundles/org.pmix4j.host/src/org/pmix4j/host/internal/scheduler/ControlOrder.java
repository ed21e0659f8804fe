// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.scheduler;

import java.util.List;
import java.util.Optional;

import org.pmix4j.model.App;
import org.pmix4j.model.Infos;

/**
 * A request to control sessions. Immutable.
 *
 * @param action     the action
 * @param id         the name of the request, which the answer repeats
 * @param resources  the resources of the session
 * @param apps       the programs that start in a new session
 * @param job        the directives for the job of these programs
 * @param signal     the signal to send
 * @param nspaces    the jobs that are meant; empty for all jobs of the session
 * @param separation whether the session is to outlive its owner; empty if nothing is said
 */
record ControlOrder(Action action, Optional<String> id, AllocRequest resources, List<App> apps, Infos job, int signal, List<String> nspaces,
		Optional<Boolean> separation) {
	/** An action on a session. */
	enum Action {
		/** Opens it and starts its programs. */
		INSTANTIATE,
		/** Stops its jobs. */
		PAUSE,
		/** Continues its jobs. */
		RESUME,
		/** Stops its jobs and gives their slots to others. */
		PREEMPT,
		/** Takes the slots back and continues its jobs. */
		RESTORE,
		/** Sends a signal to its jobs. */
		SIGNAL,
		/** Adds resources or time. */
		EXTEND,
		/** Ends its jobs and then the session. */
		TERMINATE,
		/** Lets it outlive its owner. */
		SEPARATE;

		/** Returns the name of the attribute that orders it. */
		String attribute() {
			return this == SEPARATE ? "PMIX_SESSION_SEP" : "PMIX_SESSION_" + name();
		}
	}

	ControlOrder {
		apps = List.copyOf(apps);
		nspaces = List.copyOf(nspaces);
	}
}
