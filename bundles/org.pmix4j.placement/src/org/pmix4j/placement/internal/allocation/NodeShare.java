// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.allocation;

import java.util.BitSet;

import org.pmix4j.job.Node;
import org.pmix4j.placement.internal.topology.HardwareObject;

/**
 * The part of a node that one job may use. A list of shares has the order that the user gave. Immutable.
 *
 * @param node       the node
 * @param slots      the number of ranks that run there without oversubscription, those of other jobs included
 * @param maxSlots   the number of ranks that must never be exceeded; 0 for no limit
 * @param busy       the number of ranks of other jobs there
 * @param listed     the number of slots that a list of hosts gives to the program; -1 if none does
 * @param slotsGiven whether the slots were stated by a hostfile, an option or a resource manager rather than counted
 * @param hardware   its processors, caches and memory
 * @param allowed    the kernel's numbers for the processors that ranks may use; not to be changed
 */
public record NodeShare(Node node, int slots, int maxSlots, int busy, int listed, boolean slotsGiven, HardwareObject hardware,
		BitSet allowed) {
	/**
	 * Makes the share of a program that no list of hosts limits.
	 *
	 * @param node       the node
	 * @param slots      the number of ranks that run there without oversubscription, those of other jobs included
	 * @param maxSlots   the number of ranks that must never be exceeded; 0 for no limit
	 * @param busy       the number of ranks of other jobs there
	 * @param slotsGiven whether the slots were stated rather than counted
	 * @param hardware   its processors, caches and memory
	 * @param allowed    the kernel's numbers for the processors that ranks may use
	 */
	public NodeShare(Node node, int slots, int maxSlots, int busy, boolean slotsGiven, HardwareObject hardware, BitSet allowed) {
		this(node, slots, maxSlots, busy, -1, slotsGiven, hardware, allowed);
	}
}
