// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

import java.util.BitSet;

import org.pmix4j.model.CpuSet;

/**
 * A hardware thread of a node. Immutable.
 *
 * @param number the kernel's number for it
 * @param core   the number of its core on the node, from 0
 * @param socket the number of its package on the node, from 0
 * @param usable whether ranks may run on it
 */
public record NodeProcessor(int number, int core, int socket, boolean usable) {
	/**
	 * Writes numbers of processors as the kernel does: {@code 0-3,8}.
	 *
	 * @param numbers of processors, from 0
	 * @return ranges in ascending order; empty without numbers
	 */
	public static String list(BitSet numbers) {
		return CpuSet.of(numbers).list();
	}
}
