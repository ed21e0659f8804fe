// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.List;

/**
 * Counters of a disk.
 *
 * @param disk     its name
 * @param counters eleven numbers in the order of C's struct: reads, merged, sectors and milliseconds of reading, the same of writing, requests in progress, milliseconds of all and weighted
 */
public record DiskStats(String disk, List<Long> counters) implements PmixValue {
	/** Copies the lists. */
	public DiskStats {
		counters = List.copyOf(counters);
	}

	@Override
	public DataType type() {
		return DataType.DISK_STATS;
	}
}
