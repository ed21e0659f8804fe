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
	/** Copies the lists. */
	public NetStats {
		counters = List.copyOf(counters);
	}

	@Override
	public DataType type() {
		return DataType.NET_STATS;
	}
}
