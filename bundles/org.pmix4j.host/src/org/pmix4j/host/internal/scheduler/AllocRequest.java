// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.scheduler;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.pmix4j.host.internal.session.Inheritance;
import org.pmix4j.host.internal.session.SessionNames;

/**
 * A request for an allocation, or for a change of one. Immutable.
 *
 * @param allocation  the name of the allocation that it is about, or that the new one gets
 * @param request     the user's name of the request
 * @param session     the number of the session that it is about
 * @param amount      the resources
 * @param time        how long they are needed
 * @param schedule    when they are needed
 * @param use         how they are used
 */
record AllocRequest(Optional<String> allocation, Optional<String> request, Optional<Integer> session, ResourceAmount amount,
		Optional<Duration> time, Schedule schedule, Use use) {
	/** Returns the same request for an allocation with a name. */
	AllocRequest named(String name) {
		return new AllocRequest(Optional.of(name), request, session, amount, time, schedule, use);
	}

	/** Returns the names of the session that it is about. */
	SessionNames names() {
		return new SessionNames(allocation, request, session);
	}

	/**
	 * When resources are needed.
	 *
	 * @param delay        the time until the earliest beginning
	 * @param dependencies namespaces of jobs that must have ended well before
	 * @param patience     how long the requester waits; empty as long as another job or session can free the resources
	 * @param notWaiting   whether the answer comes immediately, and an event reports the allocation
	 * @param warning      the time before the end at which the requester is warned
	 * @param loan         the time until which resources are released that the requester wants to get back
	 */
	record Schedule(Duration delay, List<String> dependencies, Optional<Duration> patience, boolean notWaiting,
			Optional<Duration> warning, Optional<Duration> loan) {
	}

	/**
	 * The use of resources.
	 *
	 * @param shared      whether jobs of the default session may use them, too
	 * @param preemptible whether others may get them for a while
	 * @param inheritance what becomes of them when the owner ends
	 * @param separate    whether they outlive the requester's session
	 * @param target      the namespace that owns them instead of the requester's
	 */
	record Use(boolean shared, boolean preemptible, Inheritance inheritance, boolean separate, Optional<String> target) {
	}
}
