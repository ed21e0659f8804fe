// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.List;

/**
 * Counters of a disk.
 *
 * @param disk     its name
 * @param counters eleven numbers in the order of C's struct: reads, merged, sectors and milliseconds of reading, the same of
 *                 writing, requests in progress, milliseconds of all and weighted
 */
public record DiskStats(String disk, List<Long> counters) implements PmixValue {
	/** How many counters there are. */
	public static final int COUNTERS = 11;

	/**
	 * Copies the list.
	 *
	 * @throws IllegalArgumentException if there are not as many counters as C's struct has
	 */
	public DiskStats {
		counters = List.copyOf(counters);
		if (counters.size() != COUNTERS) {
			throw new IllegalArgumentException(counters.size() + " counters, not " + COUNTERS);
		}
	}

	@Override
	public DataType type() {
		return DataType.DISK_STATS;
	}
}
