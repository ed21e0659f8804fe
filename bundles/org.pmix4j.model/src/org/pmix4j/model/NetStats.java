// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.List;

/**
 * Counters of a network interface.
 *
 * @param interfaceName its name
 * @param counters      six numbers: bytes, packets and errors received, then sent
 */
public record NetStats(String interfaceName, List<Long> counters) implements PmixValue {
	/** Number of counters. */
	public static final int COUNTERS = 6;

	/**
	 * Copies the list.
	 *
	 * @throws IllegalArgumentException if the number of counters differs from the C struct's
	 */
	public NetStats {
		counters = List.copyOf(counters);
		if (counters.size() != COUNTERS) {
			throw new IllegalArgumentException(counters.size() + " counters instead of " + COUNTERS);
		}
	}

	@Override
	public DataType type() {
		return DataType.NET_STATS;
	}
}
