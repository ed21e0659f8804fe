// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import java.util.BitSet;
import java.util.List;

import org.pmix4j.job.internal.policy.Level;
import org.pmix4j.job.internal.policy.MapBy;
import org.pmix4j.model.PmixException;
import org.pmix4j.placement.internal.mapping.NodeHardware.Piece;
import org.pmix4j.placement.internal.topology.HardwareObject.Type;

/**
 * Binds a process to processors of its node and marks those as used. Of a piece with several processors one is marked, so that the piece
 * is full when it has as many processes as processors. Used for one process.
 *
 * @see "PRRTE 3, rmaps/base: bind_generic, bind_multiple, bind_to_cpuset"
 */
final class Binder {
	private final MappingRun run;

	Binder(MappingRun run) {
		this.run = run;
	}

	/** Throws if the process cannot be bound as the user wants; nothing is marked then. */
	void bind(RankPlace rank) throws PmixException {
		if (run.map == MapBy.RANK_FILE) {
			return;
		}
		if (run.bind == Level.NONE) {
			if (!run.cpuList.isEmpty()) {
				bindToList(rank);
			}
		} else if (!run.binding.given() && rank.node.hardware.all(Type.CORE).isEmpty()) {
			// some machines do not report cores, so the default has nothing to bind to
			return;
		} else if (run.map == MapBy.CPU_LIST) {
			bindToList(rank);
		} else if (run.cpusPerRank > 1) {
			bindToSeveral(rank);
		} else {
			bindToPiece(rank);
		}
	}

	private void bindToPiece(RankPlace rank) throws PmixException {
		NodeRun node = rank.node;
		List<Piece> pieces = node.hardware.all(Type.of(run.bind));
		if (pieces.isEmpty()) {
			if (run.binding.given()) {
				throw MappingRun.unmappable("node " + node.node.name() + " has no " + run.bind.word() + " to which ranks could be bound");
			}
			return;
		}
		BitSet base = base(rank);
		base.and(node.available);
		BitSet candidates = node.hardware.piecesWith(base, Type.of(run.bind));
		for (int index = candidates.nextSetBit(0); index >= 0; index = candidates.nextSetBit(index + 1)) {
			Piece piece = pieces.get(index);
			BitSet free = NodeHardware.both(piece.cpus(), base);
			if (node.hardware.countCpus(free, run.hwthreads) > 0 && !isAtLimit(node, piece)) {
				rank.cpus = (BitSet) piece.cpus().clone();
				node.bound.put(piece.cpus(), node.bound.getOrDefault(piece.cpus(), 0) + 1);
				node.take(node.hardware.inside(free, cpuType(), 0));
				if (node.available.isEmpty() && run.binding.overload()) {
					node.available.or(node.before);
				}
				return;
			}
		}
		if (!run.binding.ifSupported()) {
			throw MappingRun.unmappable("node " + node.node.name() + " has no free processor to which a rank could be bound");
		}
	}

	/** Returns whether as many processes of the job are bound to a piece as the user allows. */
	private boolean isAtLimit(NodeRun node, Piece piece) {
		int limit = run.binding.limit();
		if (limit == 0) {
			return false;
		}
		return node.bound.getOrDefault(piece.cpus(), 0) >= limit;
	}

	private BitSet base(RankPlace rank) {
		BitSet base = (BitSet) run.target.clone();
		rank.piece.ifPresent(piece -> base.and(piece.cpus()));
		return base;
	}

	private Type cpuType() {
		return run.hwthreads ? Type.PU : Type.CORE;
	}

	private void bindToSeveral(RankPlace rank) throws PmixException {
		NodeRun node = rank.node;
		BitSet base = base(rank);
		BitSet from = NodeHardware.both(base, node.available);
		if (rank.piece.isEmpty()) {
			boolean found = false;
			for (Piece pack : node.hardware.all(Type.PACKAGE)) {
				from = NodeHardware.both(NodeHardware.both(base, pack.cpus()), node.available);
				if (node.hardware.countInside(from, cpuType()) >= run.cpusPerRank) {
					found = true;
					break;
				}
			}
			if (!found) {
				throw MappingRun.unmappable("node " + node.node.name() + " has no package with " + run.cpusPerRank
						+ " free processors for a rank; ask for fewer with pe=N");
			}
		}
		BitSet cpus = new BitSet();
		for (int n = 0; n < run.cpusPerRank; n++) {
			cpus.or(node.hardware.inside(from, cpuType(), n));
		}
		node.take(cpus);
		run.target.andNot(cpus);
		rank.cpus = cpus;
	}

	private void bindToList(RankPlace rank) throws PmixException {
		NodeRun node = rank.node;
		if (run.cpuList.isEmpty()) {
			throw MappingRun.unmappable("the list of processors " + run.order.map().cpuList() + " has fewer entries than node "
					+ node.node.name() + " gets ranks");
		}
		BitSet first = node.hardware.inside(node.hardware.allowed(), cpuType(), CpuLists.first(run.cpuList));
		if (run.order.map().ordered() && first.isEmpty()) {
			throw MappingRun.unmappable("node " + node.node.name() + " has no processor " + CpuLists.first(run.cpuList));
		}
		BitSet cpus = (BitSet) (run.order.map().ordered() ? first : run.target).clone();
		boolean inside = false;
		for (Piece pack : node.hardware.all(Type.PACKAGE)) {
			inside |= NodeHardware.includes(pack.cpus(), cpus);
		}
		if (!inside) {
			throw MappingRun.unmappable("the list of processors " + run.order.map().cpuList() + " reaches over more than one package of node "
					+ node.node.name());
		}
		run.cpuList = CpuLists.rest(run.cpuList);
		node.take(first);
		rank.cpus = cpus;
	}
}
