// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import java.util.BitSet;

import org.pmix4j.job.Node;

/**
 * A node with processes of a mapped job. Immutable.
 *
 * @param node       the node
 * @param slots      the number of processes that run there without oversubscription
 * @param maxSlots   the number of processes that is never exceeded; 0 for no limit
 * @param processes  the number of processes of all jobs there, this one included
 * @param slotsGiven whether the slots were stated rather than counted
 * @param hardware   its usable hardware
 * @param taken      the processors that the job has taken, so that other jobs are bound elsewhere; not to be changed
 */
public record NodeUse(Node node, int slots, int maxSlots, int processes, boolean slotsGiven, NodeHardware hardware, BitSet taken) {
	/** @return whether more processes run there than it has slots */
	public boolean isOversubscribed() {
		return processes > slots;
	}
}
