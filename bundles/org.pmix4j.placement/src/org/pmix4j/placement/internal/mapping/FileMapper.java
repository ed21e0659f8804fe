// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

import org.pmix4j.job.internal.policy.Level;
import org.pmix4j.job.internal.policy.Words;
import org.pmix4j.model.PmixException;
import org.pmix4j.placement.internal.mapping.MappingOrder.AppOrder;
import org.pmix4j.placement.internal.mapping.RankFile.Line;

/**
 * Maps processes as a file says: the nodes of a sequence, one process a line, or node and processors of each rank. Used for one job.
 *
 * @see "PRRTE 3, rmaps/seq and rmaps/rank_file"
 */
final class FileMapper {
	private final MappingRun run;
	private int nextRank;

	FileMapper(MappingRun run) {
		this.run = run;
	}

	/** Maps the processes of a program to the nodes of the sequence: that of the file, or of its list of hosts or hostfile. */
	void mapSequence(int app, int ranks) throws PmixException {
		AppOrder order = run.order.apps().get(app);
		List<String> names = names(order);
		List<NodeRun> targets = new ArrayList<>(run.nodes.values());
		if (names.size() < ranks) {
			throw MappingRun.insufficient("the sequence has " + names.size() + " entries, but program " + order.name() + " has " + ranks
					+ " ranks, each of which needs one");
		}
		for (int n = 0; n < ranks; n++) {
			NodeRun node = find(run.nodes.values(), names.get(n)).orElseThrow();
			node.slots = Math.max(node.slots, 0);
			run.enter(node);
			if (!run.isAvailable(node, targets, Optional.empty())) {
				throw MappingRun.insufficient("the sequence gives node " + node.node.name() + " more ranks than it has slots or processors");
			}
			run.place(app, node, Optional.empty()).rank = nextRank++;
		}
	}

	private List<String> names(AppOrder order) throws PmixException {
		List<String> names = new ArrayList<>(sequence(run.order, order));
		if (names.isEmpty()) {
			throw MappingRun.insufficient("program " + order.name() + " is mapped by a sequence of nodes, but none is given; "
					+ "--map-by seq:file=NAME, --host or --hostfile gives it");
		}
		for (int entry = names.size() - 1; entry >= 0; entry--) {
			String name = names.get(entry);
			NodeRun node = find(run.nodes.values(), name).orElseThrow(() -> MappingRun.unmappable("the sequence names node " + name
					+ ", which the job may not use"));
			if (run.order.map().noLocal() && run.order.pool().head().equals(Optional.of(node.node))) {
				names.remove(entry);
			}
		}
		return names;
	}

	/** Returns the names of the nodes of the ranks of a program: those of the file, else those that its list of hosts or hostfile names. */
	static List<String> sequence(MappingOrder order, AppOrder app) {
		if (order.file().isEmpty()) {
			return app.sequence();
		}
		List<String> names = new ArrayList<>();
		for (String line : order.file()) {
			if (!line.isBlank() && line.charAt(0) != '#') {
				int blank = line.indexOf(' ');
				names.add(blank < 0 ? line.strip() : line.substring(0, blank));
			}
		}
		return names;
	}

	/** Maps the processes of a program as the file of ranks says. */
	void mapRanks(int app, int ranks, RankFile file) throws PmixException {
		AppOrder order = run.order.apps().get(app);
		List<NodeRun> targets = run.targets(order, true);
		for (int n = 0; n < ranks; n++) {
			int rank = nextRank++;
			Optional<Line> line = file.line(rank);
			NodeRun node = line.isPresent() ? node(line.get(), targets) : freest(rank, targets);
			run.enter(node);
			if (!run.isAvailable(node, targets, Optional.empty()) || run.isFull(node)) {
				throw MappingRun.insufficient("the rank file gives node " + node.node.name() + " more ranks than it has slots");
			}
			RankPlace place = run.place(app, node, Optional.empty());
			place.rank = rank;
			if (run.binding.level() != Level.NONE || run.binding.overload()) {
				bind(place, line.map(Line::slots).orElse(run.order.map().cpuList()));
			}
		}
	}

	private void bind(RankPlace place, String slots) throws PmixException {
		NodeRun node = place.node;
		BitSet cpus = CpuLists.assigned(node.hardware, run.hwthreads, slots);
		if (!NodeHardware.includes(node.available, cpus) && !run.binding.overload()) {
			throw MappingRun.insufficient("the rank file gives rank " + place.rank + " processors " + slots + " of node " + node.node.name()
					+ ", which another rank has; --bind-to " + run.binding.level().word() + ":overload-allowed permits it");
		}
		place.cpus = cpus;
		node.take(cpus);
	}

	private static NodeRun node(Line line, List<NodeRun> targets) throws PmixException {
		String name = line.node();
		if (name.length() > 2 && name.charAt(0) == '+' && Character.toLowerCase(name.charAt(1)) == 'n') {
			int index = Words.number(name.substring(2), targets.size() - 1);
			if (index < 0) {
				throw MappingRun.unmappable("the rank file names node " + name + ", but the job may use " + targets.size() + " nodes");
			}
			return targets.get(index);
		}
		return find(targets, name)
				.orElseThrow(() -> MappingRun.unmappable("the rank file names node " + name + ", which the job may not use"));
	}

	/** Returns the node for a rank that the file leaves out, which is allowed if there is a list of processors. */
	private NodeRun freest(int rank, List<NodeRun> targets) throws PmixException {
		if (run.order.map().cpuList().isEmpty()) {
			throw MappingRun.unmappable("the rank file has no line for rank " + rank);
		}
		NodeRun freest = targets.get(0);
		for (NodeRun node : targets) {
			if (node.slots > node.processes) {
				return node;
			}
			if (node.processes < freest.processes) {
				freest = node;
			}
		}
		return freest;
	}

	private static Optional<NodeRun> find(Iterable<NodeRun> nodes, String name) {
		for (NodeRun node : nodes) {
			String own = node.node.name();
			if (own.equals(name) || name.indexOf('.') > 0 && own.equals(name.substring(0, name.indexOf('.')))) {
				return Optional.of(node);
			}
		}
		boolean local = name.equals("localhost") || name.equals("127.0.0.1");
		return local && nodes.iterator().hasNext() ? Optional.of(nodes.iterator().next()) : Optional.empty();
	}
}
