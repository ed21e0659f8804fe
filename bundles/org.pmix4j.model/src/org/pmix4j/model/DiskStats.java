// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.List;

/**
 * Counters of a disk.
 *
 * @param disk     its name
 * @param counters eleven numbers in the order of the C struct: reads, merged, sectors and milliseconds of reading, the same of writing,
 *                 requests in progress, milliseconds in total and weighted
 */
public record DiskStats(String disk, List<Long> counters) implements PmixValue {
	/** Number of counters. */
	public static final int COUNTERS = 11;

	/**
	 * Copies the list.
	 *
	 * @throws IllegalArgumentException if the number of counters differs from the C struct's
	 */
	public DiskStats {
		counters = List.copyOf(counters);
		if (counters.size() != COUNTERS) {
			throw new IllegalArgumentException(counters.size() + " counters instead of " + COUNTERS);
		}
	}

	@Override
	public DataType type() {
		return DataType.DISK_STATS;
	}
}
