// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.job.Node;
import org.pmix4j.job.internal.policy.Binding;
import org.pmix4j.job.internal.policy.Level;
import org.pmix4j.job.internal.policy.MapBy;
import org.pmix4j.job.internal.policy.PerResource;
import org.pmix4j.job.internal.policy.RankBy;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.placement.internal.allocation.NodeShare;
import org.pmix4j.placement.internal.mapping.MappingOrder.AppOrder;
import org.pmix4j.placement.internal.mapping.NodeHardware.Piece;

/**
 * The mapping of one job: its policies that are decided, and the processes mapped so far. Shared by the mappers of a
 * {@link JobMapper}, which owns it.
 *
 * @see "PRRTE 3, rmaps/base: get_target_nodes, check_avail, setup_proc, check_oversubscribed"
 */
final class MappingRun {
	final MappingOrder order;
	final Map<Node, NodeRun> nodes = new LinkedHashMap<>();
	/** The nodes with processes, in the order in which they got the first. */
	final List<NodeRun> used = new ArrayList<>();
	MapBy map = MapBy.SLOT;
	Level level = Level.NONE;
	RankBy rank = RankBy.SLOT;
	/** True if the ranks of a program follow those of the program before it. */
	boolean inOrderOfPrograms;
	Binding binding;
	/** The level of binding on the current node. */
	Level bind = Level.NONE;
	boolean hwthreads;
	boolean oversubscribe;
	final int cpusPerRank;
	Optional<PerResource> perResource = Optional.empty();
	/** The number of processes to map to the current node, or of the whole job. */
	int wanted;
	/** The list of processors; it gets shorter as processes are bound. */
	String cpuList;
	/** The processors of the job on the current node. */
	BitSet jobCpus = new BitSet();
	/** The processors for the next processes on the current node. */
	BitSet target = new BitSet();

	MappingRun(MappingOrder order) {
		this.order = order;
		binding = order.binding();
		cpusPerRank = Math.max(1, order.map().cpusPerRank());
		hwthreads = order.map().hwthreads().orElse(false);
		cpuList = order.map().cpuList();
		for (AppOrder app : order.apps()) {
			for (NodeShare share : app.shares()) {
				nodes.computeIfAbsent(share.node(), node -> new NodeRun(share, order.pool().taken().getOrDefault(node, new BitSet())));
			}
		}
	}

	/** Returns whether a node that runs as many processes as it has slots is full. */
	boolean isStrict() {
		return !oversubscribe;
	}

	/**
	 * Lists the nodes that a program may use, the one of the bookmark first.
	 *
	 * @param app  the program
	 * @param full whether nodes without free slots are listed, too
	 */
	List<NodeRun> targets(AppOrder app, boolean full) throws PmixException {
		List<NodeRun> targets = new ArrayList<>();
		for (NodeShare share : app.shares()) {
			NodeRun node = nodes.get(share.node());
			node.slots = share.slots();
			boolean local = order.map().noLocal() && order.pool().head().equals(Optional.of(share.node()));
			boolean busy = !full && (node.isAtLimit() || isStrict() && node.slots <= node.processes);
			if (!local && !busy && !targets.contains(node)) {
				if (node.slots > node.processes) {
					node.slotsAvailable = share.listed() < 0 ? node.slots - node.processes : share.listed();
				}
				node.before = (BitSet) node.available.clone();
				targets.add(node);
			}
		}
		if (targets.isEmpty()) {
			throw insufficient(app.shares().isEmpty() ? "no node is available for program " + app.name()
					: order.map().noLocal() ? "no rank may run on the launcher's node, and no other node has a free slot"
							: "all slots of the nodes are in use");
		}
		order.pool().bookmark().map(nodes::get).ifPresent(first -> {
			if (targets.remove(first)) {
				targets.add(0, first);
			}
		});
		return targets;
	}

	/** Counts the slots that are free on nodes. */
	static int free(List<NodeRun> targets) {
		int slots = 0;
		for (NodeRun node : targets) {
			slots += Math.max(0, node.slots - node.processes);
		}
		return slots;
	}

	/** Counts the slots that a program claims on nodes with free slots; a list of hosts may claim more than are free. */
	static int claimed(List<NodeRun> targets) {
		int slots = 0;
		for (NodeRun node : targets) {
			slots += node.slots > node.processes ? node.slotsAvailable : 0;
		}
		return slots;
	}

	/** Refuses a program with more processes than slots, or gives up its binding where more are allowed. */
	void checkSlots(AppOrder app, int ranks, int slots) throws PmixException {
		if (slots < ranks) {
			if (!oversubscribe) {
				throw insufficient(ranks + " ranks of program " + app.name() + " need as many slots, but " + slots
						+ (slots == 1 ? " is" : " are") + " free; ask for fewer ranks, add slots, or allow oversubscription with"
						+ " --map-by :oversubscribe");
			}
			if (!binding.given()) {
				dropBinding();
			}
		}
	}

	/** Leaves the processes unbound. */
	void dropBinding() {
		binding = binding.dropped();
		bind = Level.NONE;
	}

	/** Begins with a node. Refuses a list of processors of which it has none. */
	void enter(NodeRun node) throws PmixException {
		if (cpuList.isEmpty()) {
			jobCpus = (BitSet) usable(node).clone();
			return;
		}
		jobCpus = CpuLists.existing(node.hardware, hwthreads, cpuList);
		if (jobCpus.isEmpty()) {
			throw unmappable("node " + node.node.name() + " has none of the processors " + cpuList + "; 'pmix4j run --display cpus' shows them");
		}
	}

	/** Leaves the processes of a node unbound that has more slots than processors. */
	void checkOverload(NodeRun node) {
		if (wanted > countCpus(node, Optional.empty()) && wanted <= node.slotsAvailable && !binding.given()) {
			dropBinding();
		}
	}

	/** Counts the processors of a node or of a piece of it that the next process may use. */
	int countCpus(NodeRun node, Optional<Piece> piece) {
		return node.hardware.countCpus(free(node, piece), hwthreads);
	}

	private BitSet free(NodeRun node, Optional<Piece> piece) {
		BitSet free = (BitSet) piece.map(Piece::cpus).orElse(node.hardware.allowed()).clone();
		free.and(usable(node));
		free.and(jobCpus);
		return free;
	}

	/** Returns the processors for the next process: one that is not bound may run beside those of other jobs. */
	private BitSet usable(NodeRun node) {
		return bind == Level.NONE ? node.hardware.allowed() : node.available;
	}

	/** Returns whether processes may be mapped to a node or a piece of it. Removes a node from the list that is at its limit. */
	boolean isAvailable(NodeRun node, List<NodeRun> targets, Optional<Piece> piece) {
		if (isStrict() && node.slots <= node.processes) {
			return false;
		}
		if (node.isAtLimit()) {
			targets.remove(node);
			return false;
		}
		if (bind == Level.NONE) {
			target = (BitSet) jobCpus.clone();
		} else {
			target = free(node, piece);
			int room = node.hardware.countCpus(target, hwthreads) / cpusPerRank;
			if (wanted >= room && !binding.overload()) {
				if (room == 0) {
					return false;
				}
				wanted = room;
			}
		}
		if (!node.used) {
			node.used = true;
			used.add(node);
		}
		return true;
	}

	/** Maps and binds one process. */
	RankPlace place(int app, NodeRun node, Optional<Piece> piece) throws PmixException {
		RankPlace place = new RankPlace(app, node, piece);
		new Binder(this).bind(place);
		node.ranks.add(place);
		node.processes++;
		return place;
	}

	/** Returns whether a node has become full. */
	boolean isFull(NodeRun node) {
		return isStrict() && node.slots == node.processes;
	}

	/** Makes the refusal of a job for which something is missing. */
	static PmixException insufficient(String message) {
		return new PmixException(Status.ERR_JOB_INSUFFICIENT_RESOURCES, message);
	}

	/** Makes the refusal of a job that its policies do not fit. */
	static PmixException unmappable(String message) {
		return new PmixException(Status.ERR_JOB_FAILED_TO_MAP, message);
	}
}
