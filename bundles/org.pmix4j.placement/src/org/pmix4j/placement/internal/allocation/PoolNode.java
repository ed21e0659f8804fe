// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.allocation;

import java.util.BitSet;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import org.pmix4j.job.Node;
import org.pmix4j.placement.internal.topology.HardwareObject;

/**
 * A node of the pool that jobs choose from. Immutable.
 *
 * @param node       number, name and slots
 * @param slots      the number of its slots that the session of the job holds, from 0
 * @param names      the names by which users mean it
 * @param slotsGiven whether its slots were stated rather than counted
 * @param maxSlots   how many ranks it may run at most; 0 for no limit
 * @param processors returns its hardware; may block the first time
 */
public record PoolNode(Node node, int slots, NodeNames names, boolean slotsGiven, int maxSlots, Supplier<Processors> processors) {
	/**
	 * The processors of a node. Immutable.
	 *
	 * @param machine the hardware
	 * @param allowed the kernel's numbers for the processors that ranks may use; not to be changed
	 */
	public record Processors(HardwareObject machine, BitSet allowed) {
	}

	/**
	 * Offers all slots of a node.
	 *
	 * @param node       number, name and slots
	 * @param names      the names by which users mean it
	 * @param slotsGiven whether its slots were stated rather than counted
	 * @param maxSlots   how many ranks it may run at most; 0 for no limit
	 * @param processors returns its hardware; may block the first time
	 */
	public PoolNode(Node node, NodeNames names, boolean slotsGiven, int maxSlots, Supplier<Processors> processors) {
		this(node, node.slots(), names, slotsGiven, maxSlots, processors);
	}

	/**
	 * @param part  the number of slots that a session holds
	 * @param limit leaves the processors that ranks of the session may use
	 * @return the same node as jobs of that session see it
	 */
	public PoolNode part(int part, UnaryOperator<BitSet> limit) {
		return new PoolNode(node, part, names, true, maxSlots, () -> {
			Processors all = processors.get();
			return new Processors(all.machine(), limit.apply(all.allowed()));
		});
	}

	/**
	 * @param slots the number of ranks that run on it without oversubscription
	 * @param max   how many ranks it may run at most; 0 for no limit
	 * @return the same node with slots that were stated
	 */
	public PoolNode withSlots(int slots, int max) {
		return new PoolNode(new Node(node.id(), node.name(), Math.max(1, slots)), names, true, max, processors);
	}
}
