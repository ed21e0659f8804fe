// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import java.util.HashMap;
import java.util.Map;

import org.pmix4j.host.Node;
import org.pmix4j.host.Session;

/** A session and what runs in it. Lives on the host's thread. */
public final class SessionRun {
	private final Session session;
	private final Map<Node, Integer> busy = new HashMap<>();
	private int nextGlobalRank;

	/** @param session the resources */
	public SessionRun(Session session) {
		this.session = session;
	}

	/** @return the resources; may be asked from any thread */
	public Session session() {
		return session;
	}

	/** @return how many ranks each node runs */
	public Map<Node, Integer> busy() {
		return Map.copyOf(busy);
	}

	/**
	 * Gives out the global numbers of a job's ranks.
	 *
	 * @param count how many it has
	 * @return the first
	 */
	public int takeGlobalRanks(int count) {
		int first = nextGlobalRank;
		nextGlobalRank += count;
		return first;
	}

	/**
	 * Notes that a job's ranks take their places.
	 *
	 * @param map where they run
	 */
	public void occupy(JobMap map) {
		map.ranks().forEach(rank -> busy.merge(rank.node(), 1, Integer::sum));
	}

	/**
	 * Notes that they have left.
	 *
	 * @param map where they ran
	 */
	public void vacate(JobMap map) {
		map.ranks().forEach(rank -> busy.merge(rank.node(), -1, Integer::sum));
	}
}
