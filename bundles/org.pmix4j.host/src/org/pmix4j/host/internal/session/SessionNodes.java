// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.job.Node;
import org.pmix4j.placement.internal.allocation.PoolNode;
import org.pmix4j.placement.internal.mapping.JobMap;
import org.pmix4j.placement.internal.mapping.MapSummary;
import org.pmix4j.placement.internal.mapping.NodeUse;

/**
 * The nodes of a session and the places of its ranks on them. Owned by {@link SessionRun}. Used on the host's thread; {@link #home()},
 * {@link #on(Node)} and {@link #startProcesses()} may be called on any thread.
 */
public final class SessionNodes {
	private final Map<Node, SessionNode> known = new LinkedHashMap<>();
	private final SessionNode home;
	private final SessionResources resources;
	private final List<MapSummary> maps = new ArrayList<>();

	/** Makes the nodes of a session that holds all of these. */
	SessionNodes(List<SessionNode> nodes, SessionNode home, SessionResources resources) {
		nodes.forEach(node -> known.put(node.node(), node));
		this.home = home;
		this.resources = resources;
	}

	/** Makes the nodes of a session that holds some of those of another one. */
	SessionNodes(SessionNodes pool, SessionResources resources) {
		known.putAll(pool.known);
		home = pool.home;
		this.resources = resources;
	}

	/** @return the nodes of which the session holds a part, in their order */
	public List<SessionNode> all() {
		return resources.nodes().stream().map(known::get).toList();
	}

	/** @return the session's share of the node on which the server runs */
	public SessionNode home() {
		return home;
	}

	/** @return whether processes can be started on the nodes; if not, jobs are only mapped to them */
	public boolean startProcesses() {
		for (SessionNode node : known.values()) {
			if (!node.agent().startsProcesses()) {
				return false;
			}
		}
		return true;
	}

	/**
	 * @param node a node of the session
	 * @return the session's share of it
	 * @throws IllegalArgumentException if the session does not hold the node
	 */
	public SessionNode on(Node node) {
		SessionNode found = known.get(node);
		if (found == null) {
			throw new IllegalArgumentException("the session does not hold node " + node.name());
		}
		return found;
	}

	/** @return what jobs may use of the nodes, in their order */
	public List<PoolNode> pool() {
		List<PoolNode> pool = new ArrayList<>();
		for (Node node : resources.nodes()) {
			PoolNode whole = on(node).agent().pool();
			pool.add(resources.isWhole(node) ? whole : whole.part(resources.slots(node), allowed -> resources.usable(node, allowed)));
		}
		return pool;
	}

	/** Adds the processors to which ranks of the session are bound. */
	void addTaken(Map<Node, BitSet> taken) {
		for (MapSummary map : maps) {
			for (NodeUse node : map.nodes()) {
				taken.computeIfAbsent(node.node(), key -> new BitSet()).or(node.taken());
			}
		}
	}

	/**
	 * Counts the ranks of a job on their nodes.
	 *
	 * @param map the places of the ranks
	 */
	public void occupy(JobMap map) {
		map.nodes().forEach(node -> resources.count(node, map.on(node).size()));
		maps.add(map.summary());
	}

	/**
	 * Discounts the ranks of a job that has ended.
	 *
	 * @param map the places of the ranks
	 */
	public void vacate(JobMap map) {
		map.nodes().forEach(node -> resources.count(node, -map.on(node).size()));
		maps.removeIf(summary -> summary == map.summary());
	}
}
