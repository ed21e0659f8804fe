// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.job.internal.policy.Level;
import org.pmix4j.job.internal.policy.PerResource;
import org.pmix4j.model.PmixException;
import org.pmix4j.placement.internal.mapping.MappingOrder.AppOrder;
import org.pmix4j.placement.internal.mapping.NodeHardware.Piece;
import org.pmix4j.placement.internal.topology.HardwareObject.Type;

/**
 * Maps a number of processes of a program to each piece of hardware of a kind. Used for one program.
 *
 * @see "PRRTE 3, rmaps/ppr"
 */
final class ResourceMapper {
	private final MappingRun run;
	private final int app;
	private final AppOrder order;
	private final int ranks;
	private final List<NodeRun> targets;
	private final PerResource pattern;
	private int mapped;

	ResourceMapper(MappingRun run, int app, int ranks, List<NodeRun> targets, PerResource pattern) {
		this.run = run;
		this.app = app;
		this.order = run.order.apps().get(app);
		this.ranks = ranks;
		this.targets = targets;
		this.pattern = pattern;
	}

	void map() throws PmixException {
		run.checkSlots(order, ranks, MappingRun.claimed(targets));
		Level level = run.bind;
		for (NodeRun node : new ArrayList<>(targets)) {
			run.enter(node);
			if (pattern.level() == Level.NONE) {
				run.wanted = pattern.count();
				run.checkOverload(node);
				if (run.isAvailable(node, targets, Optional.empty())) {
					fill(node, Optional.empty());
				}
			} else {
				pieces(node);
			}
			run.bind = level;
			if (mapped == ranks) {
				return;
			}
		}
		throw MappingRun.insufficient("ppr:" + pattern.count() + ":" + (pattern.level() == Level.NONE ? "node" : pattern.level().word())
				+ " has room for " + mapped + " of " + ranks + " ranks of program " + order.name());
	}

	private void pieces(NodeRun node) throws PmixException {
		List<Piece> pieces = node.hardware.all(Type.of(pattern.level()));
		run.wanted = pattern.count() * pieces.size();
		run.checkOverload(node);
		for (Piece piece : pieces) {
			if (mapped < ranks && run.isAvailable(node, targets, Optional.of(piece))) {
				fill(node, Optional.of(piece));
			}
		}
	}

	private void fill(NodeRun node, Optional<Piece> piece) throws PmixException {
		for (int n = pattern.count(); n > 0 && mapped < ranks; n--) {
			run.place(app, node, piece);
			mapped++;
			if (run.isFull(node) || node.isAtLimit()) {
				return;
			}
		}
	}
}
