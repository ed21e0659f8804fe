// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import java.util.BitSet;

import org.pmix4j.job.Node;

/**
 * The part of a node that a session holds. Immutable.
 *
 * @param node       the node
 * @param slots      the number of ranks that fit without oversubscription, from 0
 * @param processors the kernel's numbers of its processors, not to be changed; empty if it has no processors of its own
 * @param memory     in MiB; 0 if it has no memory of its own
 */
public record NodeReservation(Node node, int slots, BitSet processors, long memory) {
	/**
	 * @param node  a node
	 * @param slots the number of slots
	 * @return a holding of slots, without processors and memory of its own
	 */
	public static NodeReservation ofSlots(Node node, int slots) {
		return new NodeReservation(node, slots, new BitSet(), 0);
	}
}
