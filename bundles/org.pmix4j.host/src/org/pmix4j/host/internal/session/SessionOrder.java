// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import java.util.List;
import java.util.Optional;

import org.pmix4j.model.Proc;

/**
 * A session to be opened. Immutable.
 *
 * @param ids       its identifiers, which no open session has
 * @param requester the process that requested it
 * @param owner     the namespace for which it is reserved, usually that of the requester
 * @param parent    the session whose end is also the end of the new one
 * @param holdings  its part of each node
 * @param terms     how it is used
 */
public record SessionOrder(SessionIds ids, Proc requester, String owner, Optional<SessionRun> parent, List<NodeReservation> holdings,
		Terms terms) {
	/**
	 * The use of a session.
	 *
	 * @param shared       whether jobs of the default session may use its resources, too
	 * @param preemptible  whether its resources may be given to others while they wait for some
	 * @param endsWithJobs whether it ends with its last job
	 * @param inheritance  what becomes of it when its owner ends
	 */
	public record Terms(boolean shared, boolean preemptible, boolean endsWithJobs, Inheritance inheritance) {
	}

	/** Copies the list. */
	public SessionOrder {
		holdings = List.copyOf(holdings);
	}
}
