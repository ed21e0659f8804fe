// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.host.Node;
import org.pmix4j.host.Session;
import org.pmix4j.host.internal.allocation.PoolNode;
import org.pmix4j.host.internal.placement.JobMap;

/**
 * An open session: its nodes, and how many ranks run on each. Owned by {@link Sessions}. The map and the end of each job change
 * the number of ranks; all else may be read from any thread.
 */
public final class SessionRun {
	private final Session session;
	private final Map<Node, SessionNode> nodes = new LinkedHashMap<>();
	private final SessionNode home;
	private final Map<Node, Integer> busy = new HashMap<>();
	private int nextGlobalRank;

	/**
	 * @param id    its number, unsigned
	 * @param nodes at least one
	 * @param home  the session's share of the node on which the server runs; it may be none of the nodes
	 */
	public SessionRun(int id, List<SessionNode> nodes, SessionNode home) {
		session = new Session(id, nodes.stream().map(SessionNode::node).toList());
		nodes.forEach(node -> this.nodes.put(node.node(), node));
		this.home = home;
	}

	/** @return number and nodes */
	public Session session() {
		return session;
	}

	/** @return the nodes in their order */
	public List<SessionNode> nodes() {
		return List.copyOf(nodes.values());
	}

	/** @return what jobs may use of the nodes, in their order */
	public List<PoolNode> pool() {
		return nodes.values().stream().map(node -> node.agent().pool()).toList();
	}

	/** @return the session's share of the node on which the server runs */
	public SessionNode home() {
		return home;
	}

	/**
	 * @param node a node of the session
	 * @return the session's share of it
	 * @throws IllegalArgumentException if the session does not hold the node
	 */
	public SessionNode on(Node node) {
		SessionNode found = nodes.get(node);
		if (found == null) {
			throw new IllegalArgumentException("session " + session.id() + " does not hold node " + node.name());
		}
		return found;
	}

	/** @return the number of ranks that each node runs; nodes without ranks may be absent */
	public Map<Node, Integer> busy() {
		return Map.copyOf(busy);
	}

	/** @return how many more ranks fit without oversubscription; negative if the session is oversubscribed */
	public int free() {
		return session.slots() - busy.values().stream().mapToInt(Integer::intValue).sum();
	}

	/**
	 * Reserves global numbers for the ranks of a job.
	 *
	 * @param count the number of ranks
	 * @return the first number
	 */
	public int takeGlobalRanks(int count) {
		int first = nextGlobalRank;
		nextGlobalRank += count;
		return first;
	}

	/**
	 * Counts the ranks of a job on their nodes.
	 *
	 * @param map the places of the ranks
	 */
	public void occupy(JobMap map) {
		map.ranks().forEach(rank -> busy.merge(rank.node(), 1, Integer::sum));
	}

	/**
	 * Discounts the ranks of a job that has ended.
	 *
	 * @param map the places of the ranks
	 */
	public void vacate(JobMap map) {
		map.ranks().forEach(rank -> busy.merge(rank.node(), -1, Integer::sum));
	}
}
