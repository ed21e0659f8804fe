// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.job.internal.policy.Level;
import org.pmix4j.job.internal.policy.MapBy;
import org.pmix4j.job.internal.policy.Words;
import org.pmix4j.model.PmixException;
import org.pmix4j.placement.internal.mapping.MappingOrder.AppOrder;

/**
 * Maps the processes of a program to whole nodes: by slot, by node, or to a list of processors. Processes for which the slots do not
 * suffice go to the nodes in a second pass. Used for one program.
 *
 * @see "PRRTE 3, rmaps/round_robin: byslot, bynode, bycpu"
 */
final class SlotMapper {
	private final MappingRun run;
	private final int app;
	private final AppOrder order;
	private final int ranks;
	private final List<NodeRun> targets;
	private final String list;
	private int mapped;
	private boolean again;
	private boolean atLimit;
	private int extra;
	private int extraNodes;
	private Optional<PmixException> problem = Optional.empty();

	SlotMapper(MappingRun run, int app, int ranks, List<NodeRun> targets) {
		this.run = run;
		this.app = app;
		this.order = run.order.apps().get(app);
		this.ranks = ranks;
		this.targets = targets;
		list = run.cpuList;
	}

	void map() throws PmixException {
		run.checkSlots(order, ranks, MappingRun.claimed(targets));
		pass();
		if (mapped < ranks && (run.map != MapBy.CPU_LIST || run.oversubscribe) && !targets.isEmpty()) {
			again = true;
			int before;
			do {
				before = mapped;
				if (atLimit) {
					targets.removeIf(NodeRun::isAtLimit);
				}
				atLimit = false;
				int left = ranks - mapped;
				extra = left / Math.max(1, targets.size());
				extraNodes = left % Math.max(1, targets.size());
				if (extraNodes > 0) {
					extra++;
				}
				pass();
				// other nodes take the ranks for which a node is not allowed the slots
			} while (mapped < ranks && mapped > before && atLimit && !targets.isEmpty());
		}
		if (mapped < ranks) {
			throw problem.orElseGet(() -> MappingRun.insufficient("only " + mapped + " of " + ranks + " ranks of program " + order.name()
					+ " can be mapped by " + run.map.word() + (run.binding.level() == Level.NONE ? "" : " and bound to "
							+ run.binding.level().word()) + (run.map == MapBy.CPU_LIST ? " with the processors " + list : "")
					+ "; ask for fewer ranks, add slots, or allow several ranks on a processor with --bind-to "
					+ run.binding.level().word() + ":overload-allowed"));
		}
	}

	private void pass() throws PmixException {
		Level level = run.bind;
		if (run.map == MapBy.NODE) {
			run.wanted = Math.max(1, (ranks - mapped) / Math.max(1, targets.size()));
		}
		for (NodeRun node : new ArrayList<>(targets)) {
			run.enter(node);
			run.wanted = wanted(node);
			if (run.isStrict()) {
				run.wanted = Math.min(run.wanted, node.slotsAvailable);
			}
			run.checkOverload(node);
			if (run.isAvailable(node, targets, Optional.empty())) {
				fill(node);
				if (mapped == ranks) {
					return;
				}
			}
			// a node with too few processors leaves its own processes unbound, but not those of the next
			run.bind = level;
			if (run.map == MapBy.CPU_LIST) {
				run.cpuList = list;
			}
		}
	}

	private int wanted(NodeRun node) {
		if (run.map == MapBy.NODE) {
			return run.wanted;
		}
		if (!again) {
			return run.map == MapBy.CPU_LIST && (run.order.map().ordered() || !run.binding.overload())
					? Words.split(list, ',').size()
					: node.slotsAvailable;
		}
		int wanted = extra;
		if (extraNodes > 0 && --extraNodes == 0) {
			extra--;
		}
		return wanted;
	}

	private void fill(NodeRun node) throws PmixException {
		for (int n = run.wanted; n > 0 && mapped < ranks; n--) {
			try {
				run.place(app, node, Optional.empty());
			} catch (PmixException e) {
				if (run.map == MapBy.CPU_LIST) {
					throw e;
				}
				problem = problem.or(() -> Optional.of(e));
				return;
			}
			mapped++;
			atLimit |= node.isAtLimit();
			if (run.isFull(node) || node.isAtLimit()) {
				return;
			}
		}
	}
}
