// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.allocation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.job.Node;
import org.pmix4j.job.internal.nodelist.NodeEntry;
import org.pmix4j.job.internal.nodelist.NodeEntry.Kind;
import org.pmix4j.job.internal.nodelist.NodeEntry.Slots;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.placement.internal.allocation.NodeSelection.Selected;

/**
 * Applies one list of hosts or one hostfile to nodes. Slots that were stated before, by a resource manager or at the start of the host,
 * are a limit. Used once.
 */
final class NodeFilter {
	private final List<Selected> from;
	private final Map<Node, Selected> byNode = new HashMap<>();
	private final Map<String, List<Selected>> byLabel = new HashMap<>();
	private final Map<Node, Integer> busy;
	private final Map<Node, Integer> claimed;
	private final boolean isList;
	private final String where;
	private final Map<Node, Selected> chosen = new LinkedHashMap<>();

	/**
	 * Prepares the choice.
	 *
	 * @param from    the nodes to choose from
	 * @param busy    the number of ranks of other jobs on each node
	 * @param claimed the slots that earlier programs of the job claim
	 * @param isList  whether it is a list of hosts, in which a name alone stands for one slot, rather than a hostfile
	 * @param where   what messages call it
	 */
	NodeFilter(List<Selected> from, Map<Node, Integer> busy, Map<Node, Integer> claimed, boolean isList, String where) {
		this.from = from;
		for (Selected node : from) {
			byNode.put(node.node.node(), node);
			byLabel.computeIfAbsent(NodeNames.label(node.node.names().name()), label -> new ArrayList<>()).add(node);
		}
		this.busy = busy;
		this.claimed = claimed;
		this.isList = isList;
		this.where = where;
	}

	/** Returns the nodes that the entries choose, in their order. */
	List<Selected> choose(List<NodeEntry> entries) throws PmixException {
		boolean positive = entries.stream().anyMatch(entry -> entry.kind() != Kind.EXCLUDED);
		if (!positive && !entries.isEmpty()) {
			from.forEach(node -> chosen.put(node.node.node(), node));
		}
		for (int i = 0; i < entries.size(); i++) {
			for (Selected node : matches(entries, i)) {
				take(node, entries.get(i));
			}
		}
		for (NodeEntry entry : entries) {
			if (entry.kind() == Kind.EXCLUDED) {
				find(entry.text()).ifPresent(node -> chosen.remove(node.node.node()));
			}
		}
		if (chosen.isEmpty()) {
			throw refused(entries.isEmpty() ? where + " names no node" : where + " excludes all nodes");
		}
		chosen.values().forEach(this::limit);
		return List.copyOf(chosen.values());
	}

	/** Changes the slots of nodes as the entries say. */
	void change(List<NodeEntry> entries) throws PmixException {
		for (NodeEntry entry : entries) {
			if (entry.kind() != Kind.NAMED) {
				throw refused(where + ": nodes are added by name, not by '" + entry.text() + "'");
			}
			Selected node = find(entry.text()).orElseThrow(() -> absent(entry.text()));
			switch (entry.slots()) {
				case CHANGED -> node.slots = Math.max(0, node.slots + entry.count());
				case STATED -> node.slots = entry.count();
				case OPEN, COUNTED, RANK -> {
					// the node has its slots already
				}
			}
			node.given |= entry.slots() == Slots.CHANGED || entry.slots() == Slots.STATED;
		}
	}

	private List<Selected> matches(List<NodeEntry> entries, int index) throws PmixException {
		NodeEntry entry = entries.get(index);
		return switch (entry.kind()) {
			case NAMED -> List.of(find(entry.text()).orElseThrow(() -> absent(entry.text())));
			case EXCLUDED -> List.of();
			case INDEXED -> {
				if (entry.number() >= from.size()) {
					throw refused(where + ": there is no node '" + entry.text() + "'; the last one is +n" + (from.size() - 1));
				}
				yield List.of(from.get(entry.number()));
			}
			case EMPTY -> empty(entry, entries.subList(index + 1, entries.size()));
		};
	}

	private List<Selected> empty(NodeEntry entry, List<NodeEntry> later) throws PmixException {
		List<Selected> found = new ArrayList<>();
		Set<Node> namedLater = later.stream().filter(next -> next.kind() == Kind.NAMED).flatMap(next -> find(next.text()).stream())
				.map(node -> node.node.node()).collect(Collectors.toSet());
		for (Selected node : from) {
			Node key = node.node.node();
			if (found.size() < entry.number() && !namedLater.contains(key) && !chosen.containsKey(key) && busy.getOrDefault(key, 0) == 0
					&& !claimed.containsKey(key)) {
				found.add(node);
			}
		}
		if (found.isEmpty() || entry.number() != NodeEntry.ALL && found.size() < entry.number()) {
			throw refused(where + ": '" + entry.text() + "' asks for empty nodes, but only " + found.size() + " of " + from.size()
					+ " nodes run no rank");
		}
		return found;
	}

	private Optional<Selected> find(String name) {
		List<Selected> alike = byLabel.getOrDefault(NodeNames.label(name), List.of());
		return Stream.concat(alike.stream(), from.stream().filter(node -> node.node.names().local()))
				.filter(node -> node.node.names().isMeantBy(name)).findFirst();
	}

	/** Adds a node, or the slots of one more mention. */
	private void take(Selected node, NodeEntry entry) throws PmixException {
		Node key = node.node.node();
		Selected before = chosen.get(key);
		boolean first = before == null;
		Selected now = before == null ? new Selected(node) : before;
		now.listed = first ? -1 : now.listed;
		switch (entry.slots()) {
			case OPEN -> {
				if (isList) {
					state(now, Math.max(0, now.listed) + 1);
				} else if (!first) {
					state(now, Math.max(1, now.listed) + 1);
				}
			}
			case RANK -> state(now, Math.max(0, now.listed) + 1);
			case COUNTED -> {
				now.listed = -1;
				now.inList = false;
				now.slots = node.slots;
				now.given = node.given;
			}
			case STATED -> {
				if (!isList && !first) {
					throw refused(where + ": the slots of node '" + entry.text() + "' are stated twice");
				}
				state(now, Math.max(0, now.listed) + entry.count());
			}
			case CHANGED -> throw refused(where + ": slots are added to node '" + entry.text()
					+ "', which is possible only where nodes are added (--add-host, --add-hostfile)");
		}
		if (entry.maxSlots() > 0) {
			now.maxSlots = node.maxSlots == 0 ? entry.maxSlots() : Math.min(node.maxSlots, entry.maxSlots());
		}
		chosen.put(key, now);
	}

	private void state(Selected node, int slots) {
		node.listed = slots;
		node.inList = isList;
		node.given = true;
	}

	/** Computes the slots from those that the entries state. A list states those for the program alone, a hostfile those of the node. */
	private void limit(Selected selected) {
		if (selected.listed < 0) {
			return;
		}
		Node key = selected.node.node();
		int inUse = isList ? busy.getOrDefault(key, 0) + claimed.getOrDefault(key, 0) : 0;
		Selected limit = Optional.ofNullable(byNode.get(key)).orElseThrow();
		selected.slots = limit.given ? Math.min(limit.slots, inUse + selected.listed) : inUse + selected.listed;
	}

	private PmixException absent(String name) {
		String known = String.join(", ", from.stream().map(node -> node.node.node().name()).toList());
		boolean single = from.size() == 1 && from.get(0).node.names().local();
		return refused(where + ": node '" + name + "' is not in this session, which has only " + known
				+ (single ? "; this runtime runs on one machine" : ""));
	}

	private static PmixException refused(String text) {
		return new PmixException(Status.ERR_JOB_ALLOC_FAILED, text);
	}
}
