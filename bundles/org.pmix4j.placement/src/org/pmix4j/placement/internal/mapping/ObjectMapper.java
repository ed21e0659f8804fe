// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.model.PmixException;
import org.pmix4j.placement.internal.mapping.MappingOrder.AppOrder;
import org.pmix4j.placement.internal.mapping.NodeHardware.Piece;
import org.pmix4j.placement.internal.topology.HardwareObject.Type;

/**
 * Maps the processes of a program to the pieces of hardware of a kind, one process to each piece in turn: on one node until it is full,
 * or on all nodes as if they were one. Used for one program.
 *
 * @see "PRRTE 3, rmaps/round_robin: byobj"
 */
final class ObjectMapper {
	private final MappingRun run;
	private final int app;
	private final AppOrder order;
	private final int ranks;
	private final List<NodeRun> targets;
	private int mapped;
	private boolean progress;
	private boolean nodeFull;
	private boolean outOfCpus;

	ObjectMapper(MappingRun run, int app, int ranks, List<NodeRun> targets) {
		this.run = run;
		this.app = app;
		this.order = run.order.apps().get(app);
		this.ranks = ranks;
		this.targets = targets;
	}

	void map() throws PmixException {
		run.checkSlots(order, ranks, MappingRun.claimed(targets));
		boolean found = false;
		do {
			progress = false;
			for (NodeRun node : new ArrayList<>(targets)) {
				outOfCpus = false;
				run.enter(node);
				List<Piece> pieces = node.hardware.all(Type.of(run.level));
				if (pieces.isEmpty()) {
					targets.remove(node);
					continue;
				}
				found = true;
				nodeFull = false;
				do {
					round(node, pieces);
				} while (mapped < ranks && progress && !nodeFull && !outOfCpus && !run.order.map().span());
			}
		} while (mapped < ranks && progress);
		if (mapped < ranks) {
			throw !found ? MappingRun.unmappable("no node has a " + run.level.word() + " to which ranks could be mapped")
					: outOfCpus ? MappingRun.insufficient("only " + mapped + " of " + ranks + " ranks of program " + order.name()
							+ " find a free processor when they are mapped by " + run.map.word() + "; allow several ranks on a processor with"
							+ " --bind-to " + run.binding.level().word() + ":overload-allowed")
							: MappingRun.insufficient("only " + mapped + " of " + ranks + " ranks of program " + order.name()
									+ " find a slot when they are mapped by " + run.map.word());
		}
	}

	private void round(NodeRun node, List<Piece> pieces) throws PmixException {
		for (Piece piece : pieces) {
			if (mapped == ranks || nodeFull) {
				return;
			}
			if (run.countCpus(node, Optional.of(piece)) < run.cpusPerRank && !run.binding.overload()) {
				outOfCpus = true;
				continue;
			}
			run.wanted = 1;
			if (!run.isAvailable(node, targets, Optional.of(piece))) {
				nodeFull |= !targets.contains(node);
				continue;
			}
			run.place(app, node, Optional.of(piece));
			mapped++;
			if (run.isFull(node)) {
				targets.remove(node);
				nodeFull = true;
			} else {
				progress = true;
			}
		}
	}
}
