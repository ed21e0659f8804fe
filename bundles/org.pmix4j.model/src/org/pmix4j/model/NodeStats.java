// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.List;

/**
 * Resource usage of a node.
 *
 * @param node     its name
 * @param figures  eleven numbers: load average of 1, 5 and 15 minutes, then total and free memory, buffers, cached, swap cached, swap
 *                 total, swap free and mapped, in MB
 * @param sampled  time of the sample
 * @param disks    its disks
 * @param networks its network interfaces
 */
public record NodeStats(String node, List<PmixValue.Float32> figures, TimeVal sampled, List<DiskStats> disks, List<NetStats> networks)
		implements PmixValue {
	/** Number of figures. */
	public static final int FIGURES = 11;

	/**
	 * Copies the lists.
	 *
	 * @throws IllegalArgumentException if the number of figures differs from the C struct's
	 */
	public NodeStats {
		figures = List.copyOf(figures);
		if (figures.size() != FIGURES) {
			throw new IllegalArgumentException(figures.size() + " figures instead of " + FIGURES);
		}
		disks = List.copyOf(disks);
		networks = List.copyOf(networks);
	}

	@Override
	public DataType type() {
		return DataType.NODE_STATS;
	}
}
