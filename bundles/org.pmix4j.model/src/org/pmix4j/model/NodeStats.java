// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.List;

/**
 * Resource usage of a node.
 *
 * @param node     its name
 * @param figures  eleven: load average of 1, 5 and 15 minutes, then total and free memory, buffers, cached, swap cached, swap total,
 *                 swap free and mapped, in MB
 * @param sampled  when that was so
 * @param disks    its disks
 * @param networks its interfaces
 */
public record NodeStats(String node, List<PmixValue.Float32> figures, TimeVal sampled, List<DiskStats> disks, List<NetStats> networks)
		implements PmixValue {
	/** How many figures there are. */
	public static final int FIGURES = 11;

	/**
	 * Copies the lists.
	 *
	 * @throws IllegalArgumentException if there are not as many figures as C's struct has
	 */
	public NodeStats {
		figures = List.copyOf(figures);
		if (figures.size() != FIGURES) {
			throw new IllegalArgumentException(figures.size() + " figures, not " + FIGURES);
		}
		disks = List.copyOf(disks);
		networks = List.copyOf(networks);
	}

	@Override
	public DataType type() {
		return DataType.NODE_STATS;
	}
}
